import { demoAccounts, signWithKey } from '@covault/devnet'
import { buildSafeTransaction, hashSafeTransaction } from '@covault/protocol'
import { readPasted, writeEnvelopes } from '@covault/protocol/envelope'
import type { Address, Hex } from 'viem'
import { expect, test } from 'vitest'
import type { LocalTransaction } from '../../preferences/localQueue.js'
import type { SafePlace } from '../../understand/safe/safePlace.js'
import { listParcels } from './ShareAll.js'

const { alice, bob } = demoAccounts
const safe: Address = '0xA2c0717EADC654eE59637e39CfEfCB4cA3764829'
const domain = { chainId: 31337, safe, version: '1.4.1' } as const
const place = {
  chain: { chainId: 31337 },
  address: safe,
  safe: { address: safe, version: '1.4.1', nonce: 1n },
} as SafePlace

function keep(
  nonce: bigint,
  signatures: LocalTransaction['signatures'] = [],
): LocalTransaction {
  const transaction = buildSafeTransaction({
    domain,
    calls: [{ to: bob.address, value: nonce, data: '0x', operation: 0 }],
    nonce,
  })
  const safeTxHash = hashSafeTransaction(domain, transaction)
  const fields = { chainId: 31337, safe, isProposed: false, at: 1 }
  return { ...fields, transaction, safeTxHash, note: 'Secret', signatures }
}

test('all of the local queue is one file, read back in the order of its nonces', async () => {
  const { transaction } = keep(2n)
  const sign = (account: typeof alice) =>
    signWithKey({ ...domain, address: safe }, { transaction, account })
  const signed = keep(2n, [
    { signer: alice.address, signature: await sign(alice), at: 1 },
    { signer: bob.address, signature: await sign(bob), at: 1, isLate: true },
  ])
  const changed = { ...keep(5n), safeTxHash: `0x${'ab'.repeat(32)}` as Hex }
  const text = writeEnvelopes(listParcels(place, [keep(3n), signed, changed]))
  // What came late waits for its owner's word, and a note for its writer's.
  expect(text).not.toContain('Secret')
  const read = await readPasted(text)
  expect(
    read.map((one) => [
      one.kind === 'transaction' && one.transaction.nonce,
      one.signatures.map(({ signer }) => signer),
    ]),
  ).toEqual([
    [2n, [alice.address]],
    [3n, []],
  ])
})
