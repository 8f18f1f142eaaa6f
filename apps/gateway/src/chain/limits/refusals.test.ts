import { expect, test } from 'vitest'
import { splitLists } from './lists.js'
import {
  isAboutBatch,
  isAboutLists,
  isNotOffered,
  isSpent,
  isTooFast,
  isUnknownBlock,
  readAllowedRange,
  readAllowedValues,
  readPerSecond,
} from './refusals.js'

test.each([
  ['range 1000000 exceeds limit of 10000', 1_000_000n, 10_000n],
  ['eth_getLogs is limited to a 1,000 range', 2_000n, 1_000n],
  ['eth_getLogs range is too large, max is 1k blocks', 2_000n, 1_000n],
  [
    'you can make eth_getLogs requests with up to a 10 block range. This block range should work: [0x10, 0x19]',
    2_000n,
    10n,
  ],
  ['Block range is too large', 2_000n, undefined],
  ['query returned more than 10000 results', 50_000n, undefined],
])(
  'reads of "%s" with %i blocks that %s are allowed',
  (text, size, allowed) => {
    expect(readAllowedRange(text, size)).toBe(allowed)
  },
)

test('tells who is too fast from whose plan is used up, and neither from the words of a contract', () => {
  const fast = [
    { code: 429, message: 'exceeded its compute units per second capacity' },
    { code: -32_007, message: '25/second request limit reached' },
    { code: -32_005, message: 'project ID request rate exceeded' },
    { code: -32_012, message: 'credits limited to 6000/sec' },
  ]
  const spent = [
    { code: -32_600, message: 'Monthly capacity limit exceeded.' },
    { code: -32_005, message: 'daily request count exceeded, rate limited' },
  ]
  const contract = [
    { code: 3, message: 'execution reverted: monthly limit exceeded' },
    { code: -32_000, message: 'execution reverted: rate 5/sec exceeded' },
  ]
  expect(fast.map(isTooFast)).toEqual([true, true, true, true])
  expect(fast.map(isSpent)).toEqual([false, false, false, false])
  expect(spent.map(isSpent)).toEqual([true, true])
  expect(contract.map(isTooFast)).toEqual([false, false])
  expect(contract.map(isSpent)).toEqual([false, false])
  expect(fast.map(({ message }) => readPerSecond(message))).toEqual([
    undefined,
    25,
    undefined,
    undefined,
  ])
})

test('knows what is about batches and what about lists', () => {
  const refusal = (code: number, message: string) => ({ code, message })
  expect(
    isAboutBatch(refusal(-32_005, 'Batched requests are not supported')),
  ).toBe(true)
  expect(isAboutBatch(refusal(-32_600, 'Invalid Request'))).toBe(true)
  expect(isAboutBatch(refusal(-32_600, 'block range is too wide'))).toBe(false)
  const lists = 'exceed max addresses or topics per search position (5)'
  expect(isAboutLists(lists)).toBe(true)
  expect(readAllowedValues(lists, 200)).toBe(5)
  expect(isAboutLists('query returned more than 10000 results')).toBe(false)
})

test('knows a block that is not there from a question that is not understood', () => {
  const missing = [
    'unknown block',
    'header not found',
    'Block 0x12 could not be found',
    'block not found: 0x12',
  ]
  expect(missing.map(isUnknownBlock)).toEqual([true, true, true, true])
  const others = [
    'blockHash is not supported',
    'Block range is too large',
    'execution reverted: block not found',
  ]
  expect(others.map(isUnknownBlock)).toEqual([false, false, false])
})

test('splits a question so that no list is too long, and asks for all of it', () => {
  const topics = [['0x01', '0x02'], null, ['0x0a', '0x0b', '0x0c']] as const
  const parts = splitLists({ topics }, 2)
  expect(parts).toEqual([
    { topics: [['0x01', '0x02'], null, ['0x0a', '0x0b']] },
    { topics: [['0x01', '0x02'], null, ['0x0c']] },
  ])
  expect(splitLists({ topics }, 1)).toHaveLength(6)
  expect(splitLists({ address: ['0x01', '0x02'] }, 2)).toHaveLength(1)
})

test.each([
  [-32_601, 'Method not found', true],
  [
    -32_000,
    'the method eth_getBlockReceipts does not exist/is not available',
    true,
  ],
  [-32_004, 'Method is not supported', true],
  [-32_701, 'Please specify an address in your request', true],
  [-32_000, 'block not found', false],
  [-32_000, 'header for hash not found', false],
  [-32_603, 'Internal error', false],
  [-32_000, 'request timed out', false],
  [-32_005, 'query returned more than 10000 results', false],
])(
  'of error %i "%s" it is %s that the node never answers',
  (code, message, never) => {
    expect(isNotOffered({ code, message })).toBe(never)
  },
)
