import type { TransactionSummary } from '@covault/api'
import fc from 'fast-check'
import { parseUnits } from 'viem'
import { expect, test } from 'vitest'
import { parseCsv, restoreCell } from '../../lib/csv.js'
import { historyColumns, toCells, writeHistoryCsv } from './historyCsv.js'

const safe = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const other = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const context = { decimalsOf: () => undefined, nativeSymbol: 'ETH' }

test('a table parsed again is the data, whatever the texts are', () => {
  const hostile = fc.oneof(
    fc.constantFrom('=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', "'=1", ''),
    fc.string({ unit: 'grapheme' }),
    fc.string().map((text) => `=${text}`),
  )
  fc.assert(
    fc.property(
      fc.array(
        fc.record({
          note: hostile,
          symbol: hostile,
          value: fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }),
        }),
      ),
      (entries) => {
        const list = entries.map((entry) => received(entry))
        const [head, ...rows] = parseCsv(writeHistoryCsv(list, context))
        expect(head).toEqual(historyColumns)
        expect(rows.map((row) => row.map(restoreCell))).toEqual(
          list.map((one) => toCells(one, context)),
        )
      },
    ),
  )
})

test('no cell begins like a formula', () => {
  const text = writeHistoryCsv(
    [
      received({ note: '=HYPERLINK("http://x")', symbol: '@A', value: 1n }),
      received({ note: '-2+3', symbol: '\t=1', value: 1n }),
    ],
    context,
  )
  for (const cell of parseCsv(text).flat())
    expect(cell).not.toMatch(/^[=+\-@\t\r]/)
})

test('amounts are exact and have the decimals of the chain', () => {
  const amountOf = (value: bigint, decimals: number) =>
    toCells(received({ note: '', symbol: 'X', value }), {
      ...context,
      decimalsOf: () => decimals,
    })[historyColumns.indexOf('amount')]
  expect(amountOf(1n, 18)).toBe('0.000000000000000001')
  expect(amountOf(0n, 6)).toBe('0')
  expect(amountOf(2n ** 256n - 1n, 0)).toBe(String(2n ** 256n - 1n))
  const odd = parseUnits('123456789.000000000000000000000001', 24)
  expect(amountOf(odd, 24)).toBe('123456789.000000000000000000000001')
})

test('times carry their zone', () => {
  const [time] = toCells(
    received({ note: '', symbol: 'X', value: 1n }),
    context,
  )
  expect(time).toBe('2026-11-14T12:00:00.000Z')
})

function received({
  note,
  symbol,
  value,
}: {
  note: string
  symbol: string
  value: bigint
}): TransactionSummary {
  return {
    id: `transfer_${value}`,
    txHash: null,
    timestamp: Date.UTC(2026, 10, 14, 12),
    txStatus: 'SUCCESS',
    txInfo: {
      type: 'Transfer',
      humanDescription: null,
      sender: { value: other, name: null, logoUri: null },
      recipient: { value: safe, name: null, logoUri: null },
      direction: 'INCOMING',
      transferInfo: {
        type: 'ERC20',
        tokenAddress: other,
        tokenName: null,
        tokenSymbol: symbol,
        logoUri: null,
        trusted: true,
        value,
        decimals: 6,
        imitation: false,
      },
    },
    executionInfo: null,
    safeAppInfo: null,
    note,
  }
}
