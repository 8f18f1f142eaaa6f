import { expect, test } from 'vitest'
import { BadCallsError, readCalls } from './readCalls.js'

const to = '0xabAD204d0BdbaEBb4D27ba0a4e86966E7A3E315a'
const one = (fields: Record<string, unknown> = {}, params?: unknown) =>
  readCalls({ txs: [{ to, value: '1', data: '0x', ...fields }], params })

test('reads calls in their order', () => {
  expect(
    readCalls({
      txs: [
        { to: to.toLowerCase(), value: '1000', data: '0x1234' },
        { to, value: '0xff' },
        { to, value: 0, data: '' },
      ],
    }),
  ).toEqual({
    calls: [
      { to, value: 1000n, data: '0x1234', operation: 0 },
      { to, value: 255n, data: '0x', operation: 0 },
      { to, value: 0n, data: '0x', operation: 0 },
    ],
    leftOut: [],
  })
})

test.each([1, '1', '0x1', true, 2])(
  'S68: operation %s is refused, not turned into a call',
  (operation) => {
    expect(() => one({ operation })).toThrow(/delegatecall/)
  },
)

test('operation 0 says nothing', () => {
  expect(one({ operation: 0 }).leftOut).toEqual([])
})

test('S68: nonce, gas and refund are left out, and said', () => {
  const { calls, leftOut } = one(
    {
      nonce: 3,
      gas: 21_000,
      gasPrice: '1',
      gasToken: to,
      refundReceiver: to,
      from: to,
    },
    { safeTxGas: 100_000 },
  )
  expect(calls).toEqual([{ to, value: 1n, data: '0x', operation: 0 }])
  expect(leftOut).toEqual([
    'safeTxGas 100000',
    'nonce 3',
    'gas 21000',
    'gasPrice 1',
    `gasToken ${to}`,
    `refundReceiver ${to}`,
  ])
})

test.each([
  ['nothing', undefined],
  ['no list', { txs: 'x' }],
  ['an empty list', { txs: [] }],
  ['too many', { txs: Array.from({ length: 201 }, () => ({ to })) }],
  ['no target', { txs: [{ value: '1' }] }],
  ['a name as target', { txs: [{ to: 'alice.eth' }] }],
  ['a wrong checksum', { txs: [{ to: to.replace('abAD', 'ABad') }] }],
  ['a negative amount', { txs: [{ to, value: '-1' }] }],
  ['a fraction', { txs: [{ to, value: '0.5' }] }],
  ['an amount in words', { txs: [{ to, value: '1e18' }] }],
  ['an amount that is an object', { txs: [{ to, value: {} }] }],
  ['more than there can be', { txs: [{ to, value: `${2n ** 256n}` }] }],
  ['a number over 256 bits', { txs: [{ to, value: 1n << 256n }] }],
  ['half a byte', { txs: [{ to, data: '0x1' }] }],
  ['data that is none', { txs: [{ to, data: 'transfer' }] }],
])('%s is refused', (_, params) => {
  expect(() => readCalls(params)).toThrow(BadCallsError)
})

test('a huge number that is left out is not written out', () => {
  const { leftOut } = readCalls({ txs: [{ to, gas: 1n << 8_000_000n }] })
  expect(leftOut).toEqual(['gas something'])
})
