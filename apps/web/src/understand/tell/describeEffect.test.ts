import type { Intent } from '@covault/protocol'
import { expect, test } from 'vitest'
import type { NestedTransaction, SeenTransaction } from '../assess/nested.js'
import { describeEffect } from './describeEffect.js'

const parent = '0x1111111111111111111111111111111111111111'
const child = '0x2222222222222222222222222222222222222222'
const bob = '0x3333333333333333333333333333333333333333'

const names = new Map<string, string>([
  [parent, 'Family'],
  [child, 'Treasury'],
  [bob, 'Bob'],
])
const nameOf = (address: string) => names.get(address)

const base = { path: [], sent: undefined, undecodedSize: 0 } as const
const approveIn = (safe: typeof child | typeof parent): Intent => ({
  ...base,
  kind: 'approveHash',
  safe,
  hash: `0x${'11'.repeat(32)}`,
})
const payment: Intent = {
  ...base,
  kind: 'sendNative',
  to: bob,
  amount: {
    value: 10n ** 18n,
    token: null,
    facts: { symbol: 'ETH', decimals: 18 },
  },
}

const seen = (
  intent: Intent,
  { nonce, nested = [] }: { nonce: bigint; nested?: NestedTransaction[] },
) =>
  ({
    status: 'seen',
    tense: 'planned',
    decoded: { intent },
    signed: { transaction: { nonce } },
    nested,
  }) as unknown as SeenTransaction

test('an approval is told by what it is for, through as many safes as it takes', () => {
  const pays = seen(payment, { nonce: 7n })
  expect(describeEffect(pays, nameOf)).toBe('Send 1 ETH to Bob')
  const approves = seen(approveIn(child), { nonce: 3n, nested: [pays] })
  expect(describeEffect(approves, nameOf)).toBe(
    'Approve in Treasury at its nonce 7: send 1 ETH to Bob',
  )
  const above = seen(approveIn(parent), { nonce: 1n, nested: [approves] })
  expect(describeEffect(above, nameOf)).toBe(
    'Approve in Family at its nonce 3: approve in Treasury at its nonce 7: send 1 ETH to Bob',
  )
})

test('what nobody has seen is called unknown', () => {
  expect(describeEffect(seen(approveIn(child), { nonce: 3n }), nameOf)).toBe(
    'Approve an unknown transaction of Treasury',
  )
})
