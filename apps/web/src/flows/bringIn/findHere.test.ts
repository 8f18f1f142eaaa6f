import { demoAccounts, signWithKey } from '@covault/devnet'
import {
  buildSafeTransaction,
  hashSafeMessage,
  hashSafeTransaction,
} from '@covault/protocol'
import { afterEach, expect, test } from 'vitest'
import {
  type LocalTransaction,
  localMessages,
  localTransactions,
  nameLocal,
} from '../../preferences/localQueue.js'
import {
  nameSignature,
  seenSignatures,
} from '../../preferences/seenSignatures.js'
import { findContentHere, findHere } from './findHere.js'

const { alice, bob } = demoAccounts
const safe = '0xA2c0717EADC654eE59637e39CfEfCB4cA3764829'
const domain = { chainId: 31337, safe, version: '1.4.1' } as const
const native = { symbol: 'ETH', decimals: 18 }
const fields = { chainId: 31337, safe, isProposed: false, at: 1 } as const

function pay(value: bigint, nonce: bigint) {
  const transaction = buildSafeTransaction({
    ...{ domain, nonce },
    calls: [{ to: bob.address, value, data: '0x', operation: 0 }],
  })
  const hash = hashSafeTransaction(domain, transaction)
  return {
    signable: { kind: 'transaction', domain, transaction },
    hash,
  } as const
}

const ours = pay(1n, 4n)
const otherBytes = `0x${'11'.repeat(64)}1b` as const

async function keep(
  { signable: { transaction }, hash: safeTxHash } = ours,
  more: Partial<LocalTransaction> = {},
) {
  const value = { ...fields, transaction, safeTxHash, note: '', signatures: [] }
  await localTransactions.write(nameLocal(fields, safeTxHash), {
    ...value,
    ...more,
  })
}

async function sign(account: typeof alice) {
  const { transaction } = ours.signable
  const signature = await signWithKey(
    { ...domain, address: safe },
    { transaction, account },
  )
  return { signer: account.address, signature, at: Date.now() }
}

async function see(
  { signable: { transaction }, hash: safeTxHash }: ReturnType<typeof pay>,
  signed: Awaited<ReturnType<typeof sign>>,
) {
  const { isProposed: _, ...place } = fields
  const value = { ...place, transaction, safeTxHash, note: '', ...signed }
  await seenSignatures.write(nameSignature(value), value)
}

afterEach(async () => {
  for (const records of [localTransactions, localMessages, seenSignatures])
    for (const { name } of await records.list()) await records.remove(name)
})

test('has nothing where this browser has nothing', async () => {
  expect(await findHere(ours, native)).toEqual({
    ...{ own: undefined, rivals: [], more: 0 },
  })
})

test('joins the local copy and the signatures that were seen', async () => {
  await keep(ours, { note: 'Rent', signatures: [await sign(alice)] })
  await see(ours, await sign(bob))
  const { own } = await findHere(ours, native)
  expect(own).toMatchObject({
    ...{ note: 'Rent', isInQueue: true },
    signatures: [{ signer: alice.address }, { signer: bob.address }],
  })
})

test('passes on only what a key has signed over this hash', async () => {
  const forged = { signer: bob.address, signature: otherBytes, at: 1 }
  await keep(ours, { signatures: [await sign(alice), forged] })
  const { own } = await findHere(ours, native)
  expect(own?.signatures).toHaveLength(2)
  expect(own?.keys).toMatchObject([{ kind: 'ecdsa', signer: alice.address }])
})

test('what was only seen is not in the queue', async () => {
  await see(ours, await sign(bob))
  expect((await findHere(ours, native)).own?.isInQueue).toBe(false)
})

test('what was seen long ago is no more known than what was never seen', async () => {
  const at = Date.now() - 91 * 24 * 3_600_000
  const signed = { ...(await sign(bob)), at }
  await see(ours, signed)
  await see(pay(2n, 4n), signed)
  expect(await findHere(ours, native)).toEqual({
    ...{ own: undefined, rivals: [], more: 0 },
  })
})

test('compares with what else is here at the nonce, kept or seen', async () => {
  const [kept, seen] = [pay(2n * 10n ** 18n, 4n), pay(3n * 10n ** 18n, 4n)]
  await keep(ours)
  await keep(kept)
  await keep(pay(1n, 5n))
  await see(seen, await sign(bob))
  const { rivals } = await findHere(ours, native)
  expect(rivals).toMatchObject([
    {
      ...{ hash: kept.hash, state: 'compared', isReported: false },
      differences: [{ field: 'Amount', queue: '2.00 ETH' }],
    },
    {
      ...{ hash: seen.hash, state: 'compared', isReported: false },
      differences: [{ field: 'Amount', queue: '3.00 ETH' }],
    },
  ])
})

test('what was changed under its hash is not taken for that', async () => {
  const other = pay(2n, 4n)
  await keep({ ...other, hash: ours.hash })
  await keep({ ...pay(3n, 4n), hash: other.hash })
  expect(await findHere(ours, native)).toMatchObject({
    own: undefined,
    rivals: [{ hash: other.hash, state: 'unread' }],
  })
})

test('finds the content of signatures that came alone', async () => {
  const message = 'We agree.'
  const messageHash = hashSafeMessage(domain, message)
  await keep(ours)
  const value = { ...fields, content: message, messageHash, signatures: [] }
  await localMessages.write(nameLocal(fields, messageHash), value)
  const find = (of: 'transaction' | 'message', hash: typeof messageHash) =>
    findContentHere({ chainId: 31337, address: safe }, { of, hash })
  expect(await find('message', messageHash)).toEqual({
    ...{ kind: 'message', message },
  })
  expect(await find('transaction', ours.hash)).toMatchObject({
    ...{ kind: 'transaction', transaction: { nonce: 4n } },
  })
  expect(await find('transaction', messageHash)).toBeUndefined()
})
