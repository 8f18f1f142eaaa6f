import { type Address, formatUnits, zeroAddress } from 'viem'
import { formatCsv, neutraliseCell } from '../../lib/csv.js'
import type { PartyLine, StatementLine } from './statement.js'
import type { Period, StatementEnd } from './statementQuery.js'

export type StatementContent = {
  safe: string
  network: string
  period: Period
  opening: StatementEnd
  closing: StatementEnd
  lines: readonly StatementLine[]
  parties: readonly PartyLine[]
  fees: bigint
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
] as const

/** One row for each token; empty where the chain could not be asked. */
export function writeStatementCsv(content: StatementContent): string {
  const rows = content.lines.map((line) => toBalance(line, content))
  return formatCsv([
    [...columns],
    ...rows.map((row) => columns.map((column) => neutraliseCell(row[column]))),
  ])
}

/** All but the movements, which have a file of their own. */
export function writeStatementJson(content: StatementContent): string {
  const { safe, network, period, lines, parties, fees } = content
  const { symbol, decimals } = content.nativeCurrency
  return `${JSON.stringify(
    {
      safe,
      network,
      ...period,
      balances: lines.map((line) => toBalance(line, content)),
      counterparties: parties.map((line) => ({
        counterparty: line.party,
        asset: line.symbol,
        asset_address: toAssetAddress(line.token),
        incoming: formatUnits(line.incoming, line.decimals),
        outgoing: formatUnits(line.outgoing, line.decimals),
        movements: line.count,
      })),
      network_fees: { amount: formatUnits(fees, decimals), asset: symbol },
    },
    null,
    2,
  )}\n`
}

function toBalance(
  line: StatementLine,
  { opening, closing }: StatementContent,
): Record<(typeof columns)[number], string> {
  const write = (value: bigint | undefined) =>
    value === undefined ? '' : formatUnits(value, line.decimals)
  return {
    asset: line.symbol,
    asset_address: toAssetAddress(line.token),
    opening_block: toBlock(opening),
    opening: write(line.opening),
    incoming: write(line.incoming),
    outgoing: write(line.outgoing),
    closing_block: toBlock(closing),
    closing: write(line.closing),
    unexplained: write(line.unexplained),
  }
}

/** The native currency has none. */
function toAssetAddress(token: Address): string {
  return token === zeroAddress ? '' : token
}

function toBlock(end: StatementEnd): string {
  return end.status === 'read' ? String(end.block) : ''
}
