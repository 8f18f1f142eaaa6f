import { expect, test } from 'vitest'
import { readPasted } from './readPasted.js'
import { verifyCarried } from './verifyCarried.js'
import { writeEternalSafeLink } from './writeLink.js'

// The example that the Security Alliance's frameworks publish, as one would
// paste it from a chat.
const published = `Please sign this Eternal Safe transaction for the Safe: base:0xA79C6968E3c75aE4eF388370d1f142720D498fEC.
Current confirmations: 1 of 2.
https://eternalsafe.eth.limo/transactions/tx/?safe=base:0xA79C6968E3c75aE4eF388370d1f142720D498fEC&tx=eyJzaWduYXR1cmVzIjp7ImRhdGFUeXBlIjoiTWFwIiwidmFsdWUiOltbIjB4NDBiYjMyZjA4NjJkMjI3ODEzYzg2ZmQ4M2E3YjNjOWRiOTA3NGUyYSIseyJzaWduZXIiOiIweDQwYkIzMkYwODYyRDIyNzgxM2M4NkZEODNBN0IzYzlkYjkwNzRFMkEiLCJkYXRhIjoiMHgwZDMxZTZjODIxZjBhMGZlM2M5NmNlZWY4ZDNhM2JhZmU3YmZmZTliODQ0ZWNkYzBkYWNmNzc0MzFkODQ0NjU4MTgwZjUwNmZlMjZiZjMzOTQwY2VhOTJiMzlhNDNjODRkMDRhNThiMGY1ODQ2NzhlNzE0YTllMWJkMzE0NTg5ZjFiIn1dXX0sImRhdGEiOnsiZGF0YSI6IjB4IiwiYmFzZUdhcyI6IjAiLCJnYXNQcmljZSI6IjAiLCJzYWZlVHhHYXMiOiIwIiwiZ2FzVG9rZW4iOiIweDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAiLCJub25jZSI6NCwicmVmdW5kUmVjZWl2ZXIiOiIweDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAiLCJ2YWx1ZSI6IjEwMDAwMDAwMDAwMDAwMDAiLCJ0byI6IjB4RTBiY2ZlNWUzMEFCYTBCNDZmMTNCMEMyNENiQzQ3MERDQTNlYjg2NSIsIm9wZXJhdGlvbiI6MH19`

test('reads the published Smart Link to its ten fields and one signature that recovers', async () => {
  const [carried, ...others] = await readPasted(published)
  expect(others).toEqual([])
  if (carried?.kind !== 'transaction') throw new Error('No transaction.')
  expect(carried.form).toBe('eternalSafe')
  expect(carried.transaction).toMatchInlineSnapshot(`
    {
      "baseGas": 0n,
      "data": "0x",
      "gasPrice": 0n,
      "gasToken": "0x0000000000000000000000000000000000000000",
      "nonce": 4n,
      "operation": 0,
      "refundReceiver": "0x0000000000000000000000000000000000000000",
      "safeTxGas": 0n,
      "to": "0xE0bcfe5e30ABa0B46f13B0C24CbC470DCA3eb865",
      "value": 1000000000000000n,
    }
  `)
  const verified = await verifyCarried(carried)
  expect(verified.signable.domain).toMatchObject({
    chainId: 8453,
    safe: '0xA79C6968E3c75aE4eF388370d1f142720D498fEC',
  })
  // Which hash it is follows from the signature alone.
  expect(verified.isVersionSure).toBe(false)
  expect(verified.signatures).toMatchObject([
    {
      status: 'recovered',
      signature: { signer: '0x40bB32F0862D227813c86FD83A7B3c9db9074E2A' },
    },
  ])
})

test('writes what it reads', async () => {
  const [carried] = await readPasted(published)
  if (carried?.kind !== 'transaction') throw new Error('No transaction.')
  const { signable, signatures } = await verifyCarried(carried)
  const link = writeEternalSafeLink(
    {
      signable,
      signatures: signatures.flatMap((checked) =>
        checked.status === 'refused' ? [] : [checked.signature],
      ),
    },
    { origin: 'https://eternalsafe.eth.limo', shortName: 'base' },
  )
  expect(await readPasted(link)).toEqual([carried])
})
