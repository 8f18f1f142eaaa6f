import { expect, test } from 'vitest'
import { looksCarried } from './carriedText.js'

test('links, codes and JSON are told from what people search for', () => {
  for (const text of [
    'https://a.example/transactions/tx?safe=eth:0x1#tx=v1.abc',
    'https://b.example/transactions/tx/?safe=base:0x1&tx=eyJ9',
    'https://c.example/#/safe/0x1?importTx=abc&chainId=1',
    'UR:BYTES/HDCXLKAHSSQZ',
    ` {"format":"safe-transaction","version":1,"chainId":"1"}`,
  ])
    expect(looksCarried(text), text).toBe(true)
  for (const text of ['queue', '0x12', '{', 'https://a.example/#context=1'])
    expect(looksCarried(text), text).toBe(false)
})
