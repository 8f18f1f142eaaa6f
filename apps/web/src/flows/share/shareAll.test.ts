import { demoAccounts, signWithKey } from '@covault/devnet'
import { buildSafeTransaction, hashSafeTransaction } from '@covault/protocol'
import { readPasted, writeEnvelopes } from '@covault/protocol/envelope'
import type { Address, Hex } from 'viem'
import { expect, test } from 'vitest'
import {
  type LocalTransaction,
  localTransactions,
  nameLocal,
} from '../../preferences/localQueue.js'
import {
  nameSignature,
  type SeenSignature,
  seenSignatures,
} from '../../preferences/seenSignatures.js'
import { recallWaiting } from '../../queries/recall.js'
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

const sign = (
  account: typeof alice,
  transaction: LocalTransaction['transaction'],
) => signWithKey({ ...domain, address: safe }, { transaction, account })

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
  const signed = keep(2n, [
    { signer: alice.address, signature: await sign(alice, transaction), at: 1 },
    {
      signer: bob.address,
      signature: await sign(bob, transaction),
      at: 1,
      isLate: true,
    },
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

test('what this browser has only seen goes along while its nonce is open', async () => {
  const { note: _, signatures: __, isProposed: ___, ...seen } = keep(3n)
  const see = async (
    account: typeof alice,
    { transaction, safeTxHash }: LocalTransaction,
  ): Promise<SeenSignature> => ({
    ...{ ...seen, transaction, safeTxHash, note: 'Seen' },
    ...{ signer: account.address, signature: await sign(account, transaction) },
    at: Date.now(),
  })
  const both = keep(2n)
  const signature = await sign(bob, both.transaction)
  const local = keep(2n, [{ signer: bob.address, signature, at: 1 }])
  const name = nameLocal(local, local.safeTxHash)
  const values = [
    await see(alice, local),
    await see(alice, keep(3n)),
    // Its nonce is used.
    await see(alice, keep(0n)),
    { ...(await see(alice, keep(4n))), safe: alice.address },
    // Nobody knows of it any more.
    { ...(await see(alice, keep(5n))), at: 1 },
  ]
  await localTransactions.write(name, local)
  await seenSignatures.writeAll(
    values.map((value) => ({ name: nameSignature(value), value })),
  )
  const all = await recallWaiting({ chainId: 31337, address: safe }, 1n)
  expect(
    listParcels(place, all).map(({ signable, signatures }) => [
      signable.kind === 'transaction' && signable.transaction.nonce,
      signatures.map(({ signer }) => signer).toSorted(),
    ]),
  ).toEqual([
    [2n, [alice.address, bob.address].toSorted()],
    [3n, [alice.address]],
  ])
  await localTransactions.remove(name)
  for (const value of values) await seenSignatures.remove(nameSignature(value))
})
