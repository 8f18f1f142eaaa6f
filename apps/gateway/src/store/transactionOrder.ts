import { type RawBuilder, sql } from 'kysely'
import type { Address, Hex } from 'viem'
import { toBytes, toHex } from './bytes.js'
import {
  decodedTimes,
  fitPage,
  type Placed,
  type PlacedRow,
  toPlaced,
} from './fitPage.js'
import type { Store } from './openStore.js'
import { isCurrent } from './unsigned.js'

// The transactions of a safe in any order that can be asked for: only which
// they are. What they are is read by their hashes.

/** Bounds of what is looked for; each that is undefined bounds nothing. */
type Range<value> = {
  from?: value | undefined
  above?: value | undefined
  to?: value | undefined
  below?: value | undefined
}

export type OrderFilter = {
  executed?: boolean | undefined
  failed?: boolean | undefined
  confirmed?: boolean | undefined
  /** False: also what nobody has signed. */
  trusted: boolean
  nonce?: Range<bigint> | undefined
  value?: Range<bigint> | undefined
  to?: Address | undefined
  safeTxHash?: Hex | undefined
  txHash?: Hex | undefined
  executedAt?: Range<Date> | undefined
  submittedAt?: Range<Date> | undefined
  modifiedAt?: Range<Date> | undefined
}

export type TransactionOrder = {
  by: 'nonce' | 'created' | 'modified'
  descending: boolean
}

/** Where a list goes on: after the transaction with these values. */
export type OrderKey = {
  nonce: bigint
  /** Microseconds since 1970 of what the list is ordered by. */
  moment: bigint
  safeTxHash: Hex
}

export type OrderedTransaction = OrderKey & Placed

const created = sql`coalesce(submitted_at, executed_at)`
const modified = sql`coalesce(modified_at, submitted_at, executed_at)`

/** What of a transaction is read for a list, in bytes. */
const weight = sql`${sql.lit(decodedTimes)} * coalesce(octet_length(data), 0)
  + coalesce(octet_length(signatures), 0)
  + coalesce(octet_length(origin), 0) + coalesce(octet_length(note), 0)
  + (select coalesce(sum(octet_length(signature)), 0) from confirmation given
    where given.chain_id = listed.chain_id
      and given.safe_tx_hash = listed.safe_tx_hash)`

export async function listTransactionHashes(
  store: Store,
  parameters: {
    chainId: number
    safe: Address
    filter: OrderFilter
    order: TransactionOrder
    limit: number
    offset?: number
    after?: OrderKey | undefined
  },
): Promise<OrderedTransaction[]> {
  const { chainId, safe, filter, limit, offset = 0, after } = parameters
  const { by, descending } = parameters.order
  const moment = by === 'modified' ? modified : created
  const columns =
    by === 'nonce'
      ? [sql`nonce`, moment, sql`safe_tx_hash`]
      : [moment, sql`safe_tx_hash`]
  const direction = descending ? sql`desc` : sql`asc`
  const order = sql.join(columns.map((column) => sql`${column} ${direction}`))
  const listed = sql`
    select *, (extract(epoch from ${moment}) * 1000000)::int8 as moment_us
    from multisig_tx
    where ${passes({ chainId, safe, filter })}
      ${after ? isBeyond(after, { by, descending, columns }) : sql``}
    order by ${order} limit ${limit} offset ${offset}`
  const { rows } = await sql<
    PlacedRow & { nonce: string; moment_us: bigint; safe_tx_hash: Buffer }
  >`
    select nonce, moment_us, safe_tx_hash, bytes, goes_on
    from (${fitPage(listed, { order, bytes: weight })}) fitting order by place
  `.execute(store)
  return rows.map((row) => ({
    nonce: BigInt(row.nonce),
    moment: row.moment_us,
    safeTxHash: toHex(row.safe_tx_hash),
    ...toPlaced(row),
  }))
}

/** How many there are and of how many nonces; one more than `most` is more. */
export async function countTransactions(
  store: Store,
  parameters: {
    chainId: number
    safe: Address
    filter: OrderFilter
    most: number
  },
): Promise<{ count: number; nonces: number }> {
  const { rows } = await sql<{ count: bigint; nonces: bigint }>`
    select count(*), count(distinct nonce) as nonces from (
      select nonce from multisig_tx where ${passes(parameters)}
      limit ${parameters.most + 1}
    ) passing
  `.execute(store)
  return {
    count: Number(rows[0]?.count ?? 0n),
    nonces: Number(rows[0]?.nonces ?? 0n),
  }
}

function isBeyond(
  { nonce, moment, safeTxHash }: OrderKey,
  order: TransactionOrder & { columns: RawBuilder<unknown>[] },
): RawBuilder<unknown> {
  const at = sql`'epoch'::timestamptz + ${moment}::int8 * interval '1 microsecond'`
  const hash = sql`${toBytes(safeTxHash)}::bytea`
  const highest = sql`${String(nonce)}::numeric`
  const is = order.descending ? sql`<` : sql`>`
  const columns = sql.join(order.columns)
  if (order.by !== 'nonce') return sql`and (${columns}) ${is} (${at}, ${hash})`
  // The first comparison is what the index can use.
  return sql`and nonce ${order.descending ? sql`<=` : sql`>=`} ${highest}
    and (${columns}) ${is} (${highest}, ${at}, ${hash})`
}

function passes(parameters: {
  chainId: number
  safe: Address
  filter: OrderFilter
}): RawBuilder<boolean> {
  const { chainId, safe, filter } = parameters
  const { executed, failed, confirmed, to, safeTxHash, txHash } = filter
  const isExecuted = sql`block_number is not null`
  const conditions = [
    sql`chain_id = ${chainId} and safe = ${toBytes(safe)}`,
    sql`nonce is not null`,
    filter.trusted ? sql`(trusted or ${isExecuted})` : isCurrent,
    ...either(executed, isExecuted),
    ...either(confirmed, sql`(${isExecuted} or ${isConfirmed})`),
    ...(failed === undefined ? [] : [sql`success = ${!failed}`]),
    ...within(sql`nonce`, filter.nonce, toNumeric),
    ...within(sql`value`, filter.value, toNumeric),
    ...within(sql`executed_at`, filter.executedAt, toMoment),
    ...within(
      sql`date_trunc('milliseconds', ${created})`,
      filter.submittedAt,
      toMoment,
    ),
    ...within(
      sql`date_trunc('milliseconds', ${modified})`,
      filter.modifiedAt,
      toMoment,
    ),
    ...(to ? [sql`to_address = ${toBytes(to)}`] : []),
    ...(safeTxHash ? [sql`safe_tx_hash = ${toBytes(safeTxHash)}`] : []),
    ...(txHash ? [sql`tx_hash = ${toBytes(txHash)}`] : []),
  ]
  return sql<boolean>`${sql.join(conditions, sql` and `)}`
}

const isConfirmed = sql`exists (select from confirmation
  where confirmation.chain_id = multisig_tx.chain_id
    and confirmation.safe_tx_hash = multisig_tx.safe_tx_hash)`

function either(
  wanted: boolean | undefined,
  condition: RawBuilder<unknown>,
): RawBuilder<unknown>[] {
  if (wanted === undefined) return []
  return [wanted ? condition : sql`not (${condition})`]
}

/** What a client was told, it names again: times are told in milliseconds. */
function within<value>(
  column: RawBuilder<unknown>,
  range: Range<value> | undefined,
  write: (value: value) => RawBuilder<unknown>,
): RawBuilder<unknown>[] {
  if (!range) return []
  const { from, above, to, below } = range
  return [
    ...(from === undefined ? [] : [sql`${column} >= ${write(from)}`]),
    ...(above === undefined ? [] : [sql`${column} > ${write(above)}`]),
    ...(to === undefined ? [] : [sql`${column} <= ${write(to)}`]),
    ...(below === undefined ? [] : [sql`${column} < ${write(below)}`]),
  ]
}

function toNumeric(value: bigint): RawBuilder<unknown> {
  return sql`${String(value)}::numeric`
}

function toMoment(value: Date): RawBuilder<unknown> {
  return sql`${value}::timestamptz`
}
