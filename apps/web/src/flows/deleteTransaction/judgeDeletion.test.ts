// @vitest-environment node
import { expect, test } from 'vitest'
import { describeRest, findRefusal, warnOfGap } from './judgeDeletion.js'

const proposer = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const delegate = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const stranger = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'

const execution = {
  nonce: 5n,
  proposer: { value: proposer, name: null, logoUri: null },
  proposedByDelegate: null,
} as const

const waiting = {
  account: proposer,
  current: 4n,
  isExecuted: false,
  isAsClaimed: true,
  execution,
  nameOf: () => undefined,
} as const

test('lets its proposer delete what waits', () => {
  expect(findRefusal(waiting)).toBeUndefined()
})

test('lets the delegate who proposed it delete it, too', () => {
  const byDelegate = {
    ...execution,
    proposedByDelegate: { value: delegate, name: null, logoUri: null } as const,
  }
  for (const account of [proposer, delegate] as const)
    expect(
      findRefusal({ ...waiting, account, execution: byDelegate }),
    ).toBeUndefined()
  expect(
    findRefusal({ ...waiting, account: stranger, execution: byDelegate }),
  ).toContain(delegate)
})

test('says who may delete it to everybody else', () => {
  expect(findRefusal({ ...waiting, account: stranger })).toBe(
    `Only ${proposer}, who proposed this transaction, can delete it. Owners can reject it instead.`,
  )
  const nameOf = (who: string) => (who === proposer ? 'Alice' : undefined)
  expect(findRefusal({ ...waiting, account: stranger, nameOf })).toMatch(
    /^Only Alice, who proposed/,
  )
})

test('refuses what is executed, used up, unproposed, or not what it says', () => {
  expect(findRefusal({ ...waiting, isExecuted: true })).toMatch(/executed/)
  expect(findRefusal({ ...waiting, current: 6n })).toMatch(
    /Nonce 5 is already used: the safe is at nonce 6/,
  )
  expect(
    findRefusal({ ...waiting, execution: { ...execution, proposer: null } }),
  ).toMatch(/know who proposed this transaction/)
  expect(findRefusal({ ...waiting, isAsClaimed: false })).toMatch(/^Blocked/)
})

test('warns of the gap in the middle only', () => {
  expect(warnOfGap(5n, { rivals: 0, isFollowed: true })).toMatch(
    /can’t be executed until another one uses nonce 5/,
  )
  expect(warnOfGap(5n, { rivals: 0, isFollowed: false })).toBeUndefined()
  expect(warnOfGap(5n, { rivals: 1, isFollowed: true })).toBeUndefined()
})

test('says what is left at the nonce', () => {
  expect(describeRest(5n, { rivals: 0, isFollowed: false })).toBe(
    'Nonce 5 becomes free.',
  )
  expect(describeRest(5n, { rivals: 1, isFollowed: false })).toBe(
    '1 other transaction at nonce 5 will stay in the queue.',
  )
  expect(describeRest(5n, { rivals: 2, isFollowed: true })).toBe(
    '2 other transactions at nonce 5 will stay in the queue.',
  )
})
