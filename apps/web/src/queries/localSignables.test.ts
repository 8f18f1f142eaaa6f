import type { Hex } from 'viem'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import {
  type LocalMessage,
  type LocalTransaction,
  localTransactions,
  nameLocal,
} from '../preferences/localQueue.js'
import {
  nameSignature,
  rememberSeen,
  seenSignatures,
} from '../preferences/seenSignatures.js'
import { claimMessage, claimTransaction } from '../understand/assess/claim.js'
import {
  detailLocal,
  detailLocalMessage,
  joinMessage,
  joinTransaction,
  unsaid,
} from './localSignables.js'
import { recallTransaction } from './recall.js'

afterEach(async () => {
  for (const records of [localTransactions, seenSignatures])
    for (const { name } of await records.list()) await records.remove(name)
})

const safe = '0x056872b23d43b6a69f1dad82E2E9F0a18Fd1B4D6'
const alice = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const bob = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const hash: Hex = `0x${'ab'.repeat(32)}`
const own: Hex = `0x${'11'.repeat(64)}1b`
const forged: Hex = `0x${'22'.repeat(64)}1b`

const fields = { chainId: 31337, safe, isProposed: true, at: 1 } as const

function withSigned(signed: Record<string, Hex>): LocalTransaction {
  return {
    ...fields,
    transaction: {
      to: bob,
      value: 1n,
      data: '0x',
      operation: 0,
      safeTxGas: 0n,
      baseGas: 0n,
      gasPrice: 0n,
      gasToken: '0x0000000000000000000000000000000000000000',
      refundReceiver: '0x0000000000000000000000000000000000000000',
      nonce: 1n,
    },
    safeTxHash: hash,
    note: '',
    signatures: toSignatures(signed),
  }
}

function withSignedWords(signed: Record<string, Hex>): LocalMessage {
  const signatures = toSignatures(signed)
  return { ...fields, content: 'We agree.', messageHash: hash, signatures }
}

function toSignatures(signed: Record<string, Hex>) {
  return Object.entries(signed).map(([signer, signature]) => ({
    signer: signer as Hex,
    signature,
    at: 1,
  }))
}

/** Each told in the gateway's form, joined with what is here. */
function joinBoth(told: Record<string, Hex>, local: Record<string, Hex>) {
  const details = joinTransaction(
    detailLocal(withSigned(told)),
    withSigned(local),
  )
  const execution = details.detailedExecutionInfo
  if (execution?.type !== 'MULTISIG') throw new Error('Nobody signs it.')
  const message = joinMessage(
    detailLocalMessage(withSignedWords(told)),
    withSignedWords(local),
  )
  return [
    execution.confirmations.map((one) => [one.signer.value, one.signature]),
    message.confirmations.map((one) => [one.owner.value, one.signature]),
  ]
}

test('a signature of this browser joins those of the gateway', () => {
  for (const joined of joinBoth({ [alice]: own }, { [bob]: own }))
    expect(joined).toEqual([
      [alice, own],
      [bob, own],
    ])
})

test('a name without the bytes does not keep a signature out', () => {
  for (const joined of joinBoth(
    { [alice]: forged, [bob]: own },
    { [alice]: own },
  ))
    expect(joined).toEqual([
      [bob, own],
      [alice, own],
    ])
})

test('what the gateway has is there once', () => {
  for (const joined of joinBoth({ [alice]: own }, { [alice]: own }))
    expect(joined).toEqual([[alice, own]])
})

test('what the gateway has under the same name is at hand', () => {
  const told = { ...detailLocal(withSigned({ [alice]: forged, [bob]: own })) }
  const words = detailLocalMessage(withSignedWords({ [alice]: forged }))
  const { detailedExecutionInfo: execution } = joinTransaction(
    told,
    withSigned({ [alice]: own }),
  )
  if (execution?.type !== 'MULTISIG') throw new Error('Nobody signs it.')
  const kept = {
    ...{ signer: alice, signature: own, isKept: true },
    told: { signer: alice, signature: forged },
  }
  expect(claimTransaction(execution).confirmations[1]).toMatchObject(kept)
  const message = joinMessage(words, withSignedWords({ [alice]: own }))
  expect(claimMessage(message).confirmations).toMatchObject([kept])
})

test('of a signature that was made elsewhere nobody says when', () => {
  const local = withSigned({ [alice]: own, [bob]: own })
  const [first, second] = local.signatures
  if (!first || !second) throw new Error('Nobody signed.')
  const brought = { ...second, isBrought: true }
  const { detailedExecutionInfo: execution } = detailLocal({
    ...local,
    signatures: [first, brought],
  })
  if (execution?.type !== 'MULTISIG') throw new Error('Nobody signs it.')
  expect(execution.confirmations.map(({ submittedAt }) => submittedAt)).toEqual(
    [1, unsaid],
  )
  expect(claimTransaction(execution).confirmations.map(({ at }) => at)).toEqual(
    [1, undefined],
  )
  // Who signed first need not have proposed it.
  expect(execution.proposer).toBeNull()
})

test('a note of this browser stays with what was executed', () => {
  const local = withSigned({})
  const executed = { ...detailLocal(local), executedAt: 5 }
  expect(joinTransaction(executed, { ...local, note: 'Rent' }).note).toBe(
    'Rent',
  )
})

test('what was seen to count later takes the place of what is kept', async () => {
  const { isProposed: _, signatures, ...fields } = withSigned({ [alice]: own })
  const [one] = signatures
  if (!one) throw new Error('Nobody signed.')
  const local = { ...fields, isProposed: true, signatures }
  await localTransactions.write(nameLocal(local, hash), local)
  const recall = async () =>
    (await recallTransaction({ chainId: 31337, address: safe }, hash))
      ?.signatures
  const checked = (signature: Hex) => [
    { signer: one.signer, signature, status: 'verified' },
  ]
  await rememberSeen(fields, checked(own))
  expect(await recall()).toMatchObject([{ signer: alice, signature: own }])
  await rememberSeen(fields, checked(forged))
  expect(await recall()).toMatchObject([{ signer: alice, signature: forged }])
  // Whoever signs again signs later still.
  const again = { ...local, signatures: [{ ...one, at: Date.now() + 1 }] }
  await localTransactions.write(nameLocal(local, hash), again)
  expect(await recall()).toMatchObject([{ signer: alice, signature: own }])
})

test('what is seen to count every day is remembered, what is not seen any more is let go', async () => {
  const day = 24 * 3_600_000
  const { signatures: _, isProposed: __, ...signed } = withSigned({})
  const confirm = (signer: Hex) =>
    rememberSeen(signed, [{ signer, signature: own, status: 'verified' }])
  const listSigners = async () =>
    (
      await recallTransaction({ chainId: 31337, address: safe }, hash)
    )?.signatures
      .map(({ signer }) => signer)
      .sort()
  onTestFinished(() => void vi.useRealTimers())
  vi.useFakeTimers({ toFake: ['Date'], now: 0 })
  await confirm(alice)
  await confirm(bob)
  vi.setSystemTime(50 * day)
  await confirm(alice)
  vi.setSystemTime(100 * day)
  expect(await listSigners()).toEqual([alice])
  await confirm(alice)
  expect(await seenSignatures.list()).toHaveLength(1)
})

test.each(['isLate', 'isProposer'] as const)(
  'what does not count here (%s) does not hide what was seen to count',
  async (flag) => {
    const {
      signatures,
      isProposed: _,
      ...fields
    } = withSigned({ [alice]: own })
    const [signature] = signatures
    if (!signature) throw new Error('Nobody signed.')
    const local = {
      ...{ ...fields, isProposed: true },
      signatures: [{ ...signature, signature: forged, [flag]: true }],
    }
    await localTransactions.write(nameLocal(local, hash), local)
    const seen = { ...fields, ...signature, at: Date.now() }
    await seenSignatures.write(nameSignature(seen), seen)
    const place = { chainId: 31337, address: safe } as const
    const recalled = await recallTransaction(place, hash)
    expect(recalled?.signatures).toMatchObject([
      { signer: alice, signature: own },
    ])
  },
)
