import { getAddress, zeroAddress } from 'viem'
import { expect, test } from 'vitest'
import { parseCsv } from '../../lib/csv.js'
import {
  type StatementContent,
  writeStatementCsv,
  writeStatementJson,
} from './statementFile.js'

const token = getAddress(`0x${'d0'.repeat(20)}`)
const content: StatementContent = {
  safe: `local1:${token}`,
  network: 'Local 1',
  period: { from: '2026-11-01', to: '2026-11-30' },
  opening: { status: 'read', block: 7n, held: new Map() },
  closing: { status: 'failed', error: new Error('gone') },
  lines: [
    {
      token: zeroAddress,
      symbol: 'ETH',
      decimals: 18,
      opening: 1n,
      incoming: 2n * 10n ** 18n,
      outgoing: 0n,
      closing: undefined,
      unexplained: undefined,
    },
    {
      token,
      symbol: '=1+1',
      decimals: 6,
      opening: 0n,
      incoming: 1_500_000n,
      outgoing: 0n,
      closing: undefined,
      unexplained: -1n,
    },
  ],
  parties: [
    {
      party: token,
      token: zeroAddress,
      symbol: 'ETH',
      decimals: 18,
      incoming: 2n * 10n ** 18n,
      outgoing: 0n,
      count: 1,
    },
  ],
  kinds: [],
  hasCollectibles: false,
  fees: { total: 42n, count: 2, unknown: 1 },
  leftOut: [token],
  movements: [{ id: 'transfer_1' }],
  timeZone: 'Europe/Vienna',
  isOver: false,
  openingPrices: [
    {
      tokenAddress: zeroAddress,
      price: { usd: '2000', day: '2026-10-31', source: 'feed' },
    },
  ],
  closingPrices: undefined,
  nativeCurrency: { symbol: 'ETH', decimals: 18 },
}

test('balances are exact, and what is unknown is empty', () => {
  const [head, ether, other] = parseCsv(writeStatementCsv(content))
  expect(head?.slice(0, 4)).toEqual([
    'asset',
    'asset_address',
    'opening_block',
    'opening',
  ])
  expect(ether).toEqual([
    ...['ETH', '', '7', '0.000000000000000001'],
    ...['2', '0', '', '', '', '0', ''],
    ...['2026-11-01', '2026-11-30', 'Europe/Vienna', 'yes'],
  ])
  // No cell is a formula, and an amount below nothing stays a number.
  expect(other?.[0]).not.toMatch(/^=/)
  expect(other?.[head?.indexOf('unexplained') ?? 0]).toBe('-0.000001')
})

test('the same as JSON, with counterparties and fees', () => {
  expect(JSON.parse(writeStatementJson(content))).toMatchObject({
    from: '2026-11-01',
    balances: [{ opening: '0.000000000000000001', closing: '' }, {}],
    counterparties: [{ counterparty: token, incoming: '2', movements: 1 }],
    network_fees: { amount: '0.000000000000000042', asset: 'ETH', unknown: 1 },
    time_zone: 'Europe/Vienna',
    so_far: true,
    left_out: [token],
    movements: [{ id: 'transfer_1' }],
  })
})
