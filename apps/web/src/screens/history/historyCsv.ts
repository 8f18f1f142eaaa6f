import type { TransactionSummary } from '@covault/api'
import { tellIntent } from '@covault/protocol'
import { type Address, formatUnits } from 'viem'
import { formatCsv, neutraliseCell } from '../../lib/csv.js'
import { toReported } from '../../understand/tell/reported.js'

export const historyColumns = [
  'time',
  'type',
  'direction',
  'from',
  'to',
  'amount',
  'token',
  'token_address',
  'token_id',
  'method',
  'nonce',
  'status',
  'transaction_hash',
  'id',
  'note',
] as const

/** Decimals as the chain has them; undefined where nobody knows. */
export type DecimalsOf = (token: Address) => number | undefined

/** The list as a table: exact amounts, times with their zone. */
export function writeHistoryCsv(
  transactions: readonly TransactionSummary[],
  context: { decimalsOf: DecimalsOf; nativeSymbol: string },
): string {
  const rows = transactions.map((transaction) =>
    toCells(transaction, context).map(neutraliseCell),
  )
  return formatCsv([[...historyColumns], ...rows])
}

/** The cells of one line, before a spreadsheet is kept from running them. */
export function toCells(
  transaction: TransactionSummary,
  {
    decimalsOf,
    nativeSymbol,
  }: { decimalsOf: DecimalsOf; nativeSymbol: string },
): string[] {
  const { txInfo, executionInfo, timestamp, note } = transaction
  const isTransfer = txInfo.type === 'Transfer'
  const moved = writeMoved(transaction, { decimalsOf, nativeSymbol })
  const cells: Record<(typeof historyColumns)[number], string> = {
    time: new Date(timestamp).toISOString(),
    type: txInfo.type === 'UNKNOWN' ? txInfo.wireType : txInfo.type,
    direction: isTransfer ? txInfo.direction : '',
    from: isTransfer ? txInfo.sender.value : '',
    to: toTarget(transaction),
    amount: moved.amount,
    token: moved.token,
    token_address: moved.address,
    token_id: moved.id,
    method:
      (txInfo.type === 'Custom' && txInfo.methodName) ||
      (txInfo.type === 'SettingsChange' && txInfo.dataDecoded.method) ||
      '',
    nonce:
      executionInfo?.type === 'MULTISIG' ? String(executionInfo.nonce) : '',
    status: transaction.txStatus,
    transaction_hash: transaction.txHash ?? '',
    id: transaction.id,
    note: note ?? '',
  }
  return historyColumns.map((column) => cells[column])
}

function toTarget({ txInfo }: TransactionSummary): string {
  if (txInfo.type === 'Transfer') return txInfo.recipient.value
  return txInfo.type === 'Custom' ? txInfo.to.value : ''
}

type Cells = { amount: string; token: string; address: string; id: string }

/** What moves, or goes along with a call. */
function writeMoved(
  { txInfo }: TransactionSummary,
  {
    decimalsOf,
    nativeSymbol,
  }: { decimalsOf: DecimalsOf; nativeSymbol: string },
): Cells {
  const { amount, along } = tellIntent(toReported(txInfo, { nativeSymbol }))
  const moved = (amount ?? along)?.moved
  if (!moved) return { amount: '', token: '', address: '', id: '' }
  if ('items' in moved)
    return {
      amount: '1',
      token: moved.symbol ?? '',
      address: moved.collection,
      id: moved.items.map(({ tokenId }) => String(tokenId)).join(' '),
    }
  const { value, token, facts, symbol } = moved
  const decimals = (token && decimalsOf(token)) ?? facts?.decimals ?? 0
  return {
    amount: formatUnits(value, decimals),
    token: facts?.symbol ?? symbol ?? '',
    address: token ?? '',
    id: '',
  }
}
