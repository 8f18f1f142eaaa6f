import type { TransactionSummary, TransferInfo } from '@covault/api'
import { type Address, formatUnits } from 'viem'
import { formatCsv, neutraliseCell } from '../../lib/csv.js'

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
  const moved = isTransfer
    ? toMoved(txInfo.transferInfo, { decimalsOf, nativeSymbol })
    : toCallValue(transaction, nativeSymbol)
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

type Moved = { amount: string; token: string; address: string; id: string }

const nothing: Moved = { amount: '', token: '', address: '', id: '' }

function toCallValue(
  { txInfo }: TransactionSummary,
  nativeSymbol: string,
): Moved {
  if (txInfo.type !== 'Custom' || !txInfo.value) return nothing
  return {
    ...nothing,
    amount: formatUnits(txInfo.value, 18),
    token: nativeSymbol,
  }
}

function toMoved(
  info: TransferInfo,
  {
    decimalsOf,
    nativeSymbol,
  }: { decimalsOf: DecimalsOf; nativeSymbol: string },
): Moved {
  switch (info.type) {
    case 'NATIVE_COIN':
      return {
        ...nothing,
        amount: formatUnits(info.value ?? 0n, 18),
        token: nativeSymbol,
      }
    case 'ERC20':
      return {
        amount: formatUnits(
          info.value,
          decimalsOf(info.tokenAddress) ?? info.decimals ?? 0,
        ),
        token: info.tokenSymbol ?? '',
        address: info.tokenAddress,
        id: '',
      }
    case 'ERC721':
      return {
        amount: '1',
        token: info.tokenSymbol ?? '',
        address: info.tokenAddress,
        id: String(info.tokenId),
      }
    default:
      return nothing
  }
}
