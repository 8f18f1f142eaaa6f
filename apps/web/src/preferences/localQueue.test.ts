import { checksumAddress, numberToHex } from 'viem'
import { afterEach, expect, test } from 'vitest'
import {
  adoptKept,
  keptMessageSignatures,
  keptSignatures,
} from './legacyKept.js'
import {
  changeLocal,
  LocalQueueFullError,
  type LocalSignature,
  type LocalTransaction,
  listOfSafe,
  localMessages,
  localTransactions,
  mostLocal,
  nameLocal,
  saveLocal,
} from './localQueue.js'

const safe = '0x056872b23d43b6a69f1dad82E2E9F0a18Fd1B4D6'
const alice = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const bob = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const hash = `0x${'ab'.repeat(32)}` as const

const value: LocalTransaction = {
  chainId: 31337,
  safe,
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
  isProposed: false,
  at: 1,
  signatures: [{ signer: alice, signature: '0x11', at: 1 }],
}
const name = nameLocal(value, hash)

afterEach(async () => {
  for (const { name } of await localTransactions.list())
    await localTransactions.remove(name)
})

test('collects signatures of several owners, each once', async () => {
  await saveLocal(localTransactions, { name, value })
  await saveLocal(localTransactions, {
    name,
    value: {
      ...value,
      note: 'Rent',
      at: 2,
      signatures: [
        { signer: bob, signature: '0x22', at: 2 },
        { signer: alice, signature: '0x33', at: 2 },
      ],
    },
  })
  const saved = await localTransactions.read(name)
  expect(saved).toMatchObject({ at: 2, note: 'Rent' })
  expect(saved?.signatures).toEqual([
    { signer: bob, signature: '0x22', at: 2 },
    { signer: alice, signature: '0x33', at: 2 },
  ])
})

test('a new signature ends what the gateway had against it', async () => {
  const refused = { ...value, failedAt: 1, refusal: 'No.' }
  await saveLocal(localTransactions, { name, value: refused })
  const saved = await saveLocal(localTransactions, { name, value })
  expect(saved.failedAt).toBeUndefined()
  expect(saved.refusal).toBeUndefined()
})

test('a signature that nobody was there to take is not on its way', async () => {
  await saveLocal(localTransactions, { name, value })
  const signature = { signer: bob, signature: '0x22', at: 2 } as const
  const offline = { ...value, at: 2, failedAt: 2, signatures: [signature] }
  const saved = await saveLocal(localTransactions, { name, value: offline })
  expect(saved.failedAt).toBe(2)
  expect(saved.signatures).toHaveLength(2)
})

test('a late answer of a wallet takes no signature back, and begins nothing', async () => {
  const refused = { ...value, failedAt: 1, refusal: 'No.' }
  const late = {
    signer: alice,
    signature: '0x33',
    at: 2,
    isLate: true,
  } as const
  await saveLocal(localTransactions, { name, value: refused })
  await saveLocal(localTransactions, {
    name,
    value: { ...value, at: 2, signatures: [late] },
  })
  expect(await localTransactions.read(name)).toEqual(refused)
  const others = [{ ...late, signer: bob } as const]
  const saved = await saveLocal(localTransactions, {
    name,
    value: { ...value, at: 2, signatures: others },
  })
  expect(saved).toEqual({
    ...refused,
    ...{ at: 2, signatures: [...refused.signatures, ...others] },
  })
  // What its owner means stands instead of what came late.
  const meant = { signer: bob, signature: '0x44', at: 3 } as const
  expect(
    (
      await saveLocal(localTransactions, {
        name,
        value: { ...value, at: 3, signatures: [meant] },
      })
    ).signatures,
  ).toEqual([...value.signatures, meant])
})

test('lists what belongs to one safe on one network', async () => {
  await saveLocal(localTransactions, { name, value })
  const elsewhere = { ...value, chainId: 1 }
  await saveLocal(localTransactions, {
    name: nameLocal(elsewhere, hash),
    value: elsewhere,
  })
  const records = await localTransactions.list()
  expect(listOfSafe(records, { chainId: 1, address: safe })).toEqual([
    elsewhere,
  ])
  expect(listOfSafe(records, { chainId: 1, address: alice })).toEqual([])
})

test('lets go of what is changed to nothing', async () => {
  await saveLocal(localTransactions, { name, value })
  await changeLocal(localTransactions, name, () => undefined)
  expect(await localTransactions.list()).toEqual([])
})

test('takes no more of one safe than people can work on', async () => {
  await localTransactions.writeAll(
    Array.from({ length: mostLocal }, (_, index) => ({
      name: `${index}`,
      value: { ...value, at: index },
    })),
  )
  await expect(saveLocal(localTransactions, { name, value })).rejects.toThrow(
    LocalQueueFullError,
  )
})

test('takes over single signatures of an earlier release', async () => {
  const { signatures: _, ...fields } = value
  for (const [signer, isLate] of [
    [alice, false],
    [bob, true],
  ] as const)
    await keptSignatures.write(`${hash}:${signer}`, {
      ...fields,
      signer,
      signature: '0x11',
      ...(isLate && { isLate }),
    })
  await adoptKept()
  expect(await keptSignatures.list()).toEqual([])
  expect((await localTransactions.read(name))?.signatures).toEqual([
    { signer: alice, signature: '0x11', at: 1 },
    { signer: bob, signature: '0x11', at: 1, isLate: true },
  ])
})

test('what has no room does not keep the others of an earlier release out', async () => {
  const { signatures: _, ...fields } = value
  const kept = { ...fields, signer: alice, signature: '0x11' } as const
  await localTransactions.writeAll(
    Array.from({ length: mostLocal }, (_, index) => ({
      name: `${index}`,
      value: { ...value, at: index },
    })),
  )
  await keptSignatures.write('a', kept)
  await keptSignatures.write('b', { ...kept, safe: bob })
  const { transaction, safeTxHash, note, ...place } = kept
  await keptMessageSignatures.write('c', {
    ...{ ...place, content: 'We agree.', messageHash: hash },
  })
  await expect(adoptKept()).rejects.toThrow(LocalQueueFullError)
  expect((await keptSignatures.list()).map(({ name }) => name)).toEqual(['a'])
  expect(
    (await localTransactions.read(nameLocal({ ...kept, safe: bob }, hash)))
      ?.signatures,
  ).toHaveLength(1)
  expect((await localMessages.read(name))?.signatures).toHaveLength(1)
  await keptSignatures.remove('a')
  await localMessages.remove(name)
})

test('a hash that was kept in capitals is the same hash', async () => {
  const shouted = `0x${hash.slice(2).toUpperCase()}` as const
  await localTransactions.write(name, { ...value, safeTxHash: shouted })
  expect((await localTransactions.read(name))?.safeTxHash).toBe(hash)
})

test('what no chain has checked takes the place of nothing that was checked', async () => {
  const save = (signatures: LocalSignature[]) =>
    saveLocal(localTransactions, { name, value: { ...value, signatures } })
  await save([{ signer: alice, signature: '0x11', at: 1 }])
  const { signatures } = await save([
    { signer: alice, signature: '0x22', at: 2, isUnchecked: true },
    { signer: bob, signature: '0x33', at: 2, isUnchecked: true },
  ])
  expect(signatures).toMatchObject([{ signature: '0x11' }, { signer: bob }])
  const checked = await save([{ signer: bob, signature: '0x44', at: 3 }])
  expect(checked.signatures).toMatchObject([{ signer: alice }, { at: 3 }])
  expect(checked.signatures[1]).not.toHaveProperty('isUnchecked')
})

test('any number of unchecked signatures pushes no other out', async () => {
  const crowd = Array.from({ length: 250 }, (_, at) => ({
    signer: checksumAddress(numberToHex(at + 1, { size: 20 })),
    ...({ signature: '0x11', at, isUnchecked: true } as const),
  }))
  const own = { signer: bob, signature: '0x22', at: 1 } as const
  const signatures = [...crowd, own]
  await saveLocal(localTransactions, { name, value: { ...value, signatures } })
  const kept = await localTransactions.read(name)
  expect(kept?.signatures).toHaveLength(200)
  expect(kept?.signatures.at(-1)).toEqual(own)
})
