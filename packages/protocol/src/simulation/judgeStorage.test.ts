import type { Address } from 'viem'
import { expect, test } from 'vitest'
import type { Intent } from '../intent.js'
import type { CriticalStorage } from './criticalStorage.js'
import { findUnexplained, judgeStorage } from './judgeStorage.js'

const safe = '0x1111111111111111111111111111111111111111'
const other = '0x2222222222222222222222222222222222222222'
const ann = '0x3333333333333333333333333333333333333333'
const ben = '0x4444444444444444444444444444444444444444'

const before: CriticalStorage = {
  singleton: 0x99n,
  owners: [ann],
  areOwnersWhole: true,
  ownerCount: 1n,
  threshold: 1n,
  modules: [],
  areModulesWhole: true,
  guard: 0n,
  moduleGuard: 0n,
  fallbackHandler: 7n,
  nonce: 4n,
}

const base = { path: [], sent: undefined, undecodedSize: 0 } as const

function addOwner(owner: Address, of: Address = safe): Intent {
  return {
    ...base,
    kind: 'addOwner',
    safe: of,
    owner,
    requirement: { threshold: 1n, ownerCount: 2 },
    before: undefined,
  }
}

function inBatch(...intents: Intent[]): Intent {
  return { ...base, kind: 'batch', actor: undefined, intents }
}

function judge(after: Partial<CriticalStorage>, intent: Intent) {
  const rows = judgeStorage({
    safe,
    intent,
    before,
    after: { ...before, nonce: 5n, ...after },
  })
  return rows.flatMap(({ field, status }) =>
    status === 'unchanged' ? [] : [`${field} ${status}`],
  )
}

const withBen: Partial<CriticalStorage> = {
  owners: [ben, ann],
  ownerCount: 2n,
}

test('a change is explained by the call that makes it, in any order', () => {
  expect(judge(withBen, inBatch(addOwner(ben)))).toEqual([
    'owners explained',
    'nonce explained',
  ])
  expect(judge({ ...withBen, owners: [ann, ben] }, addOwner(ben))).toEqual([
    'owners explained',
    'nonce explained',
  ])
})

test.each<[string, Partial<CriticalStorage>, Intent]>([
  ['owners', withBen, addOwner(other)],
  ['owners', withBen, addOwner(ben, other)],
  ['owners', { ...withBen, ownerCount: 9n }, addOwner(ben)],
  ['owners', { areOwnersWhole: false }, inBatch()],
  ['threshold', { threshold: 0n }, inBatch()],
  ['modules', { modules: [ben] }, inBatch()],
  ['guard', { guard: 3n }, inBatch()],
  ['moduleGuard', { moduleGuard: 3n }, inBatch()],
  ['fallbackHandler', { fallbackHandler: 0n }, inBatch()],
  ['singleton', { singleton: 0x98n }, inBatch()],
  // The same address, with something above it.
  ['singleton', { singleton: 0x99n + 2n ** 200n }, inBatch()],
  ['nonce', { nonce: 77n }, inBatch()],
])('%s that nothing explains is told', (field, after, intent) => {
  expect(judge(after, intent)).toContain(`${field} unexplained`)
})

test('foreign code explains nothing', () => {
  const foreign: Intent = {
    ...base,
    kind: 'delegateCall',
    to: other,
    account: safe,
    size: 0,
    candidates: [],
  }
  expect(judge({ singleton: 1n }, foreign)).toContain('singleton unexplained')
})

test('what is unexplained is one finding that stops everything', () => {
  const rows = judgeStorage({
    safe,
    intent: inBatch(),
    before,
    after: { ...before, singleton: BigInt(other), nonce: 5n, threshold: 0n },
  })
  expect(findUnexplained(rows)).toMatchObject([
    {
      id: 'unexplained-storage-change',
      severity: 'block',
      path: [],
      sentence: `In the simulation this transaction changes the threshold from 1 to 0 and the implementation from 0x0000000000000000000000000000000000000099 to ${other}, and none of its calls says so. This is how attackers take control of a safe. Do not sign unless you know exactly why.`,
      consequence: [
        'This transaction will change the threshold and the implementation without saying so',
      ],
    },
  ])
})
