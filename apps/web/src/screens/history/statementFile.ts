import { type Address, formatUnits, zeroAddress } from 'viem'
import { formatCsv, neutraliseCell } from '../../lib/csv.js'
import type { PartyLine, StatementLine } from './statement.js'
import type { Period, StatementData, StatementEnd } from './statementQuery.js'
import { valueLine } from './valueEnds.js'

export type StatementContent = Omit<StatementData, 'movements'> & {
  safe: string
  network: string
  period: Period
  timeZone: string
  /** One row for each, as in a file of their own. */
  movements: readonly object[]
  nativeCurrency: { symbol: string; decimals: number }
}

const columns = [
  'asset',
  'asset_address',
  'opening_block',
  'opening',
  'incoming',
  'outgoing',
  'closing_block',
  'closing',
  'unexplained',
  'opening_value_usd',
  'closing_value_usd',
  'from',
  'to',
  'time_zone',
  'so_far',
] as const

/** One row for each token; empty where the chain could not be asked. */
export function writeStatementCsv(content: StatementContent): string {
  const rows = content.lines.map((line) => toBalance(line, content))
  return formatCsv([
    [...columns],
    ...rows.map((row) => columns.map((column) => toCell(row[column]))),
  ])
}

/** A number below nothing is no formula, and must stay a number. */
function toCell(text: string): string {
  return /^-\d+(\.\d+)?$/.test(text) ? text : neutraliseCell(text)
}

export function writeStatementJson(content: StatementContent): string {
  const { safe, network, period, lines, parties, kinds, fees } = content
  const { symbol, decimals } = content.nativeCurrency
  return `${JSON.stringify(
    {
      safe,
      network,
      ...period,
      time_zone: content.timeZone,
      so_far: !content.isOver,
      balances: lines.map((line) => toBalance(line, content)),
      kinds: kinds.map((line) => ({ kind: line.kind, ...toSum(line) })),
      counterparties: parties.map((line) => ({
        counterparty: line.party,
        ...toSum(line),
      })),
      network_fees: {
        amount: formatUnits(fees.total, decimals),
        asset: symbol,
        executions: fees.count,
        unknown: fees.unknown,
      },
      left_out: content.leftOut,
      movements: content.movements,
    },
    null,
    2,
  )}\n`
}

function toSum(line: Omit<PartyLine, 'party'>) {
  return {
    asset: line.symbol,
    asset_address: toAssetAddress(line.token),
    incoming: write(line.incoming, line),
    outgoing: write(line.outgoing, line),
    movements: line.count,
  }
}

/** Empty where it is not known how much it is. */
function write(
  value: bigint | undefined,
  { decimals }: { decimals: number | undefined },
): string {
  return value === undefined || decimals === undefined
    ? ''
    : formatUnits(value, decimals)
}

function toBalance(
  line: StatementLine,
  content: StatementContent,
): Record<(typeof columns)[number], string> {
  const { opening, closing, openingPrices, closingPrices, period } = content
  const usd = (cents: bigint | undefined) =>
    cents === undefined ? '' : formatUnits(cents, 2)
  return {
    asset: line.symbol,
    asset_address: toAssetAddress(line.token),
    opening_block: toBlock(opening),
    opening: write(line.opening, line),
    incoming: write(line.incoming, line),
    outgoing: write(line.outgoing, line),
    closing_block: toBlock(closing),
    closing: write(line.closing, line),
    unexplained: write(line.unexplained, line),
    opening_value_usd: usd(valueLine(line, openingPrices, 'opening')),
    closing_value_usd: usd(valueLine(line, closingPrices, 'closing')),
    ...period,
    time_zone: content.timeZone,
    so_far: content.isOver ? '' : 'yes',
  }
}

/** The native currency has none. */
function toAssetAddress(token: Address): string {
  return token === zeroAddress ? '' : token
}

function toBlock(end: StatementEnd): string {
  return end.status === 'read' ? String(end.block ?? '') : ''
}
