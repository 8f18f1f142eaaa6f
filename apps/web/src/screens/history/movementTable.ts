import { multiply, parseDecimal } from '@covault/api/decimal'
import { type Address, formatUnits } from 'viem'
import { formatCsv, neutraliseCell } from '../../lib/csv.js'
import type { MovementLabel } from '../../preferences/movementLabels.js'
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
  'signers',
  'category',
  'own_note',
  'gas_used',
  'gas_price_wei',
  'max_fee_per_gas_wei',
  'max_priority_fee_per_gas_wei',
  'id',
] as const

type Row = Record<(typeof movementColumns)[number], string>

export type TableContext = {
  /** Decimals as the chain has them; undefined where nobody knows. */
  decimalsOf: (token: Address) => number | undefined
  nameOf: (address: Address) => string | undefined
  nativeCurrency: { symbol: string; decimals: number }
  /** What the reader calls a movement. */
  labelOf: (id: string) => Pick<MovementLabel, 'category' | 'note'> | undefined
}

/** Rows in the order of the list. */
export function toRows(
  movements: readonly Movement[],
  context: TableContext,
): Row[] {
  return movements.map((movement) =>
    movement.cause === 'FEE'
      ? toFeeRow(movement, context)
      : toRow(movement, context),
  )
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
  const label = context.labelOf(id)
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
    signers: movement.signers.map(({ value }) => value).join(' '),
    category: label?.category ?? '',
    own_note: label?.note ?? '',
    ...noGas,
    id,
  }
}

/** Only of fees. */
const noGas = {
  gas_used: '',
  gas_price_wei: '',
  max_fee_per_gas_wei: '',
  max_priority_fee_per_gas_wei: '',
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
      const decimals = decimalsOf(tokenAddress) ?? transferInfo.decimals
      return {
        // Without decimals nobody knows how much it is.
        amount: decimals === null ? '' : formatUnits(value, decimals),
        asset: tokenSymbol ?? '',
        asset_address: tokenAddress,
        token_id: '',
      }
    }
    case 'ERC721':
      return {
        amount: String(transferInfo.quantity ?? 1n),
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

function toValue(
  { price, transferInfo }: Movement,
  { decimalsOf, nativeCurrency }: TableContext,
): typeof noValue {
  if (!('value' in transferInfo) || transferInfo.value === null) return noValue
  const scale =
    transferInfo.type === 'NATIVE_COIN'
      ? nativeCurrency.decimals
      : (decimalsOf(transferInfo.tokenAddress) ?? transferInfo.decimals)
  return scale === null
    ? noValue
    : multiplyPrice(price, { digits: transferInfo.value, scale })
}

/** All digits: nothing is rounded here. */
function multiplyPrice(
  price: Movement['price'],
  amount: { digits: bigint; scale: number },
): typeof noValue {
  const usd = price && parseDecimal(price.usd)
  if (!usd) return noValue
  const { digits, scale: places } = multiply(usd, amount)
  return {
    price_usd: price.usd,
    value_usd: formatUnits(digits, places),
    price_day: price.day,
    price_source: price.source,
  }
}

/** Empty amounts: no node has told yet. */
function toFeeRow(movement: Movement, context: TableContext): Row {
  const { fee } = movement
  const payer = fee?.payer.value
  return {
    ...toRow(movement, context),
    ...(fee === null && { amount: '', ...noValue }),
    // Anyone who executed paid it, which need not be the safe.
    direction: '',
    counterparty: payer ?? '',
    counterparty_name: (payer && context.nameOf(payer)) ?? '',
    gas_used: String(fee?.gasUsed ?? ''),
    gas_price_wei: String(fee?.gasPrice ?? ''),
    max_fee_per_gas_wei: String(fee?.maxFeePerGas ?? ''),
    max_priority_fee_per_gas_wei: String(fee?.maxPriorityFeePerGas ?? ''),
  }
}
