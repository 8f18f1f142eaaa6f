import type { NameSet } from '@covault/api'
import { demoAccounts } from '@covault/devnet'
import {
  buildSignatures,
  getNameChangesTypedData,
  hashNameChanges,
  type NameChange,
  noNameChanges,
} from '@covault/protocol'
import { type Address, getAddress, type Hex } from 'viem'
import type { HDAccount } from 'viem/accounts'
import { expect, test } from 'vitest'
import { checkNameSets } from './nameSets.js'
import { listSharedNames } from './sharedNames.js'

const { alice, bob, carol, dave } = demoAccounts
const safe = getAddress(`0x${'a1'.repeat(20)}`)
const other = getAddress(`0x${'a2'.repeat(20)}`)
const owners = [alice.address, bob.address]

/** Nobody is asked unless a contract has signed. */
const silent = {
  request: async () => {
    throw new TypeError('The chain was asked.')
  },
} as unknown as Parameters<typeof checkNameSets>[0]

function answering(answer: Hex): typeof silent {
  return { request: async () => answer } as unknown as typeof silent
}

const named = (address: Address, name: string): NameChange => ({
  ...{ chainId: 31337, address, name },
})

/** Sets as their writers sign them one after the other. */
async function write(
  entries: readonly (readonly [HDAccount, NameChange[]])[],
  of: { safe: Address; chainId: number } = { safe, chainId: 31337 },
): Promise<NameSet[]> {
  const sets: NameSet[] = []
  let previous = noNameChanges
  for (const [account, changes] of entries) {
    const time = 1_794_000_000 + sets.length
    const sequence = sets.length + 1
    const set = { ...of, sequence, previous, time, changes }
    const signature = await account.signTypedData(getNameChangesTypedData(set))
    sets.push({ author: account.address, time, signature, changes })
    previous = hashNameChanges(set)
  }
  return sets
}

const check = (
  told: readonly NameSet[],
  more: Partial<Parameters<typeof checkNameSets>[1]> = {},
) =>
  checkNameSets(silent, {
    ...{ chainId: 31337, safe, owners, known: [], told, ...more },
  })

const story = () =>
  write([
    [alice, [named(dave.address, 'Dave'), named(safe, 'Treasury')]],
    [bob, [named(dave.address, 'David')]],
    [alice, [named(safe, ''), named(carol.address, 'Carol')]],
  ])

test('what owners signed one after the other is read, later names win', async () => {
  const { sets, broken } = await check(await story())
  expect(broken).toBeUndefined()
  expect(
    listSharedNames(sets).map(({ name, author }) => [name, author]),
  ).toEqual([
    ['David', bob.address],
    ['Carol', alice.address],
  ])
})

test('the next visit goes on from what is known', async () => {
  const all = await story()
  const { sets: known } = await check(all.slice(0, 1))
  const { sets, broken } = await check(all.slice(1), { known })
  expect(broken).toBeUndefined()
  expect(sets).toEqual((await check(all)).sets)
})

test('nothing that a gateway changes, leaves out, moves or repeats is believed', async () => {
  const [first, second, third] = await story()
  if (!first || !second || !third) throw new TypeError('There are three.')
  const [elsewhere] = await write([[alice, first.changes]], {
    ...{ safe: other, chainId: 31337 },
  })
  const [otherChain] = await write([[alice, first.changes]], {
    ...{ safe, chainId: 1 },
  })
  if (!elsewhere || !otherChain) throw new TypeError('There are two.')
  const [dave] = second.changes
  if (!dave) throw new TypeError('There is one.')
  const lies: [broken: number, told: NameSet[]][] = [
    [1, [second, third]],
    [2, [first, third]],
    [1, [second, first, third]],
    [2, [first, first, second]],
    [4, [first, second, third, third]],
    [1, [elsewhere]],
    [1, [otherChain]],
    [2, [first, { ...second, author: alice.address }, third]],
    [2, [first, { ...second, time: second.time + 1 }, third]],
    [2, [first, { ...second, signature: third.signature }, third]],
    [2, [first, { ...second, signature: `0x${'11'.repeat(65)}` }, third]],
    [2, [first, { ...second, changes: [] }, third]],
    [2, [first, { ...second, changes: [dave, dave] }, third]],
    [2, [first, { ...second, changes: [{ ...dave, name: 'Mallory' }] }, third]],
    [2, [first, { ...second, changes: [{ ...dave, chainId: 1 }] }, third]],
    [2, [first, { ...second, changes: [{ ...dave, address: other }] }, third]],
  ]
  const honest = await check([first, second, third])
  for (const [expected, told] of lies) {
    const { sets, broken } = await check(told)
    expect(broken).toBe(expected)
    expect(sets).toEqual(honest.sets.slice(0, expected - 1))
  }
})

test('what a stranger signed is no name, and what owners sign after it is', async () => {
  const told = await write([
    [dave, [named(safe, 'Mallory')]],
    [bob, [named(carol.address, 'Carol')]],
  ])
  const { sets, broken } = await check(told)
  expect(broken).toBeUndefined()
  expect(listSharedNames(sets).map(({ name }) => name)).toEqual(['Carol'])
})

test('a former owner counts where the name was seen while they owned', async () => {
  const told = await story()
  const now = [alice.address]
  const seen = await check(told)
  const later = await check([], { known: seen.sets, owners: now })
  expect(listSharedNames(later.sets)).toEqual(listSharedNames(seen.sets))
  const late = await check(told, { owners: now })
  expect(listSharedNames(late.sets).map(({ name }) => name)).toEqual([
    'Dave',
    'Carol',
  ])
  const back = await check([], { known: late.sets })
  expect(listSharedNames(back.sets)).toEqual(listSharedNames(seen.sets))
})

test('a contract that owns the safe is asked, and an approval is no signature', async () => {
  const changes = [named(dave.address, 'Dave')]
  const set = { author: other, time: 1_794_000_000, changes }
  const signature = buildSignatures([
    { kind: 'contract', signer: other, data: '0x1234' },
  ])
  const asked = {
    ...{ chainId: 31337, safe, owners: [other], known: [] },
    told: [{ ...set, signature }],
  }
  const yes = `0x1626ba7e${'0'.repeat(56)}` as const
  const agreed = await checkNameSets(answering(yes), asked)
  expect(listSharedNames(agreed.sets)).toHaveLength(1)
  const no = await checkNameSets(answering(`0x${'0'.repeat(64)}`), asked)
  expect(listSharedNames(no.sets)).toEqual([])
  const again = await check([], { known: no.sets, owners: [other] })
  expect(listSharedNames(again.sets)).toEqual([])
  const approval = buildSignatures([{ kind: 'approvedHash', signer: other }])
  const { broken } = await check([{ ...set, signature: approval }], {
    owners: [other],
  })
  expect(broken).toBe(1)
})
