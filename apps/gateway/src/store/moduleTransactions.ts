import { sql } from 'kysely'
import type { Address, Hex } from 'viem'
import { toAddress, toBytes, toHex } from './bytes.js'
import {
  decodedTimes,
  fitPage,
  type Placed,
  type PlacedRow,
  toPlaced,
} from './fitPage.js'
import type { Store } from './openStore.js'

/** A call that a module made the safe execute. */
export type ModuleTransaction = {
  safe: Address
  blockNumber: bigint
  txIndex: number
  logIndex: number
  txHash: Hex
  executedAt: Date
  module: Address
  success: boolean
  /** Null when the chain tells only that it was executed. */
  call: { to: Address; value: bigint; data: Hex; operation: number } | null
}

export type ModuleKey = Pick<
  ModuleTransaction,
  'blockNumber' | 'txIndex' | 'logIndex'
>

type Row = {
  safe: Buffer
  block_number: bigint
  tx_index: number
  log_index: number
  tx_hash: Buffer
  executed_at: Date
  module: Buffer
  success: boolean
  to_address: Buffer | null
  value: string | null
  data: Buffer | null
  operation: number | null
}

const columns = sql`safe, block_number, tx_index, log_index, tx_hash,
  executed_at, module, success, to_address, value, data, operation`

export async function readModuleTransactionsAt(
  store: Store,
  parameters: {
    chainId: number
    places: readonly { blockNumber: bigint; logIndex: number }[]
  },
): Promise<ModuleTransaction[]> {
  const { chainId, places } = parameters
  if (places.length === 0) return []
  const { rows } = await sql<Row>`
    select ${columns} from module_tx
    where chain_id = ${chainId} and (block_number, log_index) in (
      select * from unnest(${places.map((p) => p.blockNumber)}::int8[],
        ${places.map((p) => p.logIndex)}::int4[]))
  `.execute(store)
  return rows.map(toModuleTransaction)
}

export async function readModuleTransactionOf(
  store: Store,
  parameters: { chainId: number; txHash: Hex; logIndex: number },
): Promise<ModuleTransaction | undefined> {
  const { chainId, txHash, logIndex } = parameters
  const { rows } = await sql<Row>`
    select ${columns} from module_tx
    where chain_id = ${chainId} and tx_hash = ${toBytes(txHash)}
      and log_index = ${logIndex}
  `.execute(store)
  return rows.map(toModuleTransaction)[0]
}

export type ModuleFilter = {
  to?: Address | undefined
  module?: Address | undefined
  txHash?: Hex | undefined
  operation?: number | undefined
  success?: boolean | undefined
  fromBlock?: bigint | undefined
  toBlock?: bigint | undefined
}

export async function readModuleTransactions(
  store: Store,
  parameters: {
    chainId: number
    safe: Address
    filter: ModuleFilter
    oldestFirst?: boolean
    limit: number
    offset?: number
    after?: ModuleKey | undefined
  },
): Promise<(ModuleTransaction & Placed)[]> {
  const { chainId, safe, filter, limit, offset = 0, after } = parameters
  const { oldestFirst = false } = parameters
  const order = oldestFirst
    ? sql`block_number, tx_index, log_index`
    : sql`block_number desc, tx_index desc, log_index`
  const listed = sql`
    select ${columns} from module_tx
    where chain_id = ${chainId} and safe = ${toBytes(safe)} ${passes(filter)}
      ${after ? isBeyond(after, { oldestFirst }) : sql``}
    order by ${order} limit ${limit} offset ${offset}`
  const bytes = sql`${sql.lit(decodedTimes)} * coalesce(octet_length(data), 0)`
  const { rows } = await sql<Row & PlacedRow>`
    ${fitPage(listed, { order, bytes })}
  `.execute(store)
  return rows.map((row) => ({ ...toModuleTransaction(row), ...toPlaced(row) }))
}

function isBeyond(
  { blockNumber, txIndex, logIndex }: ModuleKey,
  { oldestFirst }: { oldestFirst: boolean },
) {
  if (oldestFirst)
    return sql`and (block_number, tx_index, log_index)
      > (${blockNumber}, ${txIndex}, ${logIndex})`
  return sql`and block_number <= ${blockNumber} and (
    (block_number, tx_index) < (${blockNumber}, ${txIndex})
    or (block_number = ${blockNumber} and tx_index = ${txIndex}
      and log_index > ${logIndex}))`
}

/** Beyond this nobody counts: the list says that there are more. */
const mostCounted = 1_000

/** How many pass the filter, exactly; null when there are too many. */
export async function countModuleTransactions(
  store: Store,
  parameters: { chainId: number; safe: Address; filter: ModuleFilter },
): Promise<number | null> {
  const { chainId, safe, filter } = parameters
  const { rows } = await sql<{ count: bigint }>`
    select count(*) from (
      select from module_tx
      where chain_id = ${chainId} and safe = ${toBytes(safe)} ${passes(filter)}
      limit ${mostCounted + 1}) passing
  `.execute(store)
  const count = Number(rows[0]?.count ?? 0n)
  return count > mostCounted ? null : count
}

function passes(filter: ModuleFilter) {
  const { to, module, txHash, operation, success, fromBlock, toBlock } = filter
  return sql`
    ${to === undefined ? sql`` : sql`and to_address = ${toBytes(to)}`}
    ${module === undefined ? sql`` : sql`and module = ${toBytes(module)}`}
    ${txHash === undefined ? sql`` : sql`and tx_hash = ${toBytes(txHash)}`}
    ${operation === undefined ? sql`` : sql`and operation = ${operation}`}
    ${success === undefined ? sql`` : sql`and success = ${success}`}
    ${fromBlock === undefined ? sql`` : sql`and block_number >= ${fromBlock}`}
    ${toBlock === undefined ? sql`` : sql`and block_number <= ${toBlock}`}`
}

function toModuleTransaction(row: Row): ModuleTransaction {
  return {
    safe: toAddress(row.safe),
    blockNumber: row.block_number,
    txIndex: row.tx_index,
    logIndex: row.log_index,
    txHash: toHex(row.tx_hash),
    executedAt: row.executed_at,
    module: toAddress(row.module),
    success: row.success,
    call: row.to_address && {
      to: toAddress(row.to_address),
      value: BigInt(row.value ?? 0),
      data: row.data ? toHex(row.data) : '0x',
      operation: row.operation ?? 0,
    },
  }
}
