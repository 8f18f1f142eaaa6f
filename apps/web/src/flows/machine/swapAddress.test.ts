// @vitest-environment node
import { expect, test } from 'vitest'
import { swapAddress } from './swapAddress.js'

test('puts an address in the place of another in every field, and leaves the rest', () => {
  const from = '0xABcdEFABcdEFabcdEfAbCdefabcdeFABcDEFabCD'
  const to = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
  const input = {
    payments: [
      { recipient: from.toLowerCase(), amount: '0.1' },
      { recipient: `local:${from}`, amount: '2' },
    ],
  }
  expect(swapAddress(input, { from, to })).toEqual({
    payments: [
      { recipient: to, amount: '0.1' },
      { recipient: `local:${to}`, amount: '2' },
    ],
  })
})
