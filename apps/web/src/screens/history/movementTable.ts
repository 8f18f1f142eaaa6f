import { multiply, parseDecimal } from '@covault/api/decimal'
import { type Address, formatUnits } from 'viem'
import { formatCsv, neutraliseCell } from '../../lib/csv.js'
import type { Movement } from '../../queries/movements.js'

/** One row for each movement, and one for what a transaction cost. */
export const movementColumns = [
  'time',
  'block',
  'transaction_id',
  'transaction_hash',
  'kind',
  'direction',
  'counterparty',
  'counterparty_name',
  'amount',
  'asset',
  'asset_address',
  'token_id',
  'price_usd',
  'value_usd',
  'price_day',
  'price_source',
  'call',
  'nonce',
  'module',
  'note',
  'id',
] as const

type Row = Record<(typeof movementColumns)[number], string>

export type TableContext = {
  /** Decimals as the chain has them; undefined where nobody knows. */
  decimalsOf: (token: Address) => number | undefined
  nameOf: (address: Address) => string | undefined
  nativeCurrency: { symbol: string; decimals: number }
}

/** Rows in the order of the list; a fee stands after the first of its movements. */
export function toRows(
  movements: readonly Movement[],
  context: TableContext,
  /** Transactions whose fee was written already. */
  paid: Set<string>,
): Row[] {
  return movements.flatMap((movement) => {
    const { txHash, fee } = movement
    const row = toRow(movement, context)
    if (!fee || paid.has(txHash)) return [row]
    paid.add(txHash)
    return [row, toFeeRow(row, fee, context)]
  })
}

export function writeCsv(rows: readonly Row[]): string {
  return formatCsv(
    rows.map((row) =>
      movementColumns.map((column) => neutraliseCell(row[column])),
    ),
  )
}

export const csvHead = formatCsv([[...movementColumns]])

/** Exact amounts as text, times with their zone. */
function toRow(movement: Movement, context: TableContext): Row {
  const { direction, sender, recipient, transactionId, id } = movement
  const other = direction === 'INCOMING' ? sender : recipient
  return {
    time: new Date(movement.timestamp).toISOString(),
    block: String(movement.blockNumber),
    transaction_id: transactionId ?? id,
    transaction_hash: movement.txHash,
    kind: movement.cause.toLowerCase(),
    direction: direction.toLowerCase(),
    counterparty: other.value,
    counterparty_name: context.nameOf(other.value) ?? '',
    ...toAmount(movement, context),
    ...toValue(movement, context),
    call: movement.callPath ?? '',
    nonce: movement.nonce === null ? '' : String(movement.nonce),
    module: movement.module?.value ?? '',
    note: movement.note ?? '',
    id,
  }
}

function toAmount(
  { transferInfo }: Movement,
  { decimalsOf, nativeCurrency }: TableContext,
): Pick<Row, 'amount' | 'asset' | 'asset_address' | 'token_id'> {
  switch (transferInfo.type) {
    case 'NATIVE_COIN':
      return {
        amount: formatUnits(transferInfo.value ?? 0n, nativeCurrency.decimals),
        asset: nativeCurrency.symbol,
        asset_address: '',
        token_id: '',
      }
    case 'ERC20': {
      const { tokenAddress, tokenSymbol, value } = transferInfo
      const decimals = decimalsOf(tokenAddress) ?? transferInfo.decimals ?? 0
      return {
        amount: formatUnits(value, decimals),
        asset: tokenSymbol ?? '',
        asset_address: tokenAddress,
        token_id: '',
      }
    }
    case 'ERC721':
      return {
        amount: '1',
        asset: transferInfo.tokenSymbol ?? '',
        asset_address: transferInfo.tokenAddress,
        token_id: String(transferInfo.tokenId),
      }
    default:
      return { amount: '', asset: '', asset_address: '', token_id: '' }
  }
}

const noValue = {
  price_usd: '',
  value_usd: '',
  price_day: '',
  price_source: '',
}

/** All digits: nothing is rounded here. */
function toValue(
  { price, transferInfo }: Movement,
  { decimalsOf, nativeCurrency }: TableContext,
): typeof noValue {
  const usd = price && parseDecimal(price.usd)
  if (!usd || !('value' in transferInfo) || transferInfo.value === null)
    return noValue
  const scale =
    transferInfo.type === 'NATIVE_COIN'
      ? nativeCurrency.decimals
      : (decimalsOf(transferInfo.tokenAddress) ?? transferInfo.decimals)
  if (scale === null) return noValue
  const { digits, scale: places } = multiply(usd, {
    digits: transferInfo.value,
    scale,
  })
  return {
    price_usd: price.usd,
    value_usd: formatUnits(digits, places),
    price_day: price.day,
    price_source: price.source,
  }
}

function toFeeRow(
  row: Row,
  { payer, total }: NonNullable<Movement['fee']>,
  { nameOf, nativeCurrency }: TableContext,
): Row {
  return {
    ...row,
    kind: 'fee',
    // Whoever executed paid it, which need not be the safe.
    direction: '',
    counterparty: payer.value,
    counterparty_name: nameOf(payer.value) ?? '',
    amount: formatUnits(total, nativeCurrency.decimals),
    asset: nativeCurrency.symbol,
    asset_address: '',
    token_id: '',
    ...noValue,
    call: '',
    id: `fee_${row.transaction_hash}`,
  }
}
