import { sql } from 'kysely'
import type { Address, Hex } from 'viem'
import { toBytes, toHex } from './bytes.js'
import type { Database } from './database.js'
import type { Store } from './openStore.js'

/** Where an item stands. Several legs of one log differ only by their ref. */
export type TimelineKey = {
  blockNumber: bigint
  txIndex: number
  orderKey: bigint
  kind: Database['timeline']['kind']
  ref: string
}

export type TimelineEntry = TimelineKey & {
  txHash: Hex
  executedAt: Date
}

/**
 * A page of a safe's history, latest first, beginning after a key. The order
 * is the chain's own: clocks of blocks may stand still or differ.
 */
export async function readTimelinePage(
  store: Store,
  parameters: {
    chainId: number
    safe: Address
    limit: number
    /** Skipping rows costs reading them: a key does not. */
    offset?: number
    after?: TimelineKey | undefined
  },
): Promise<TimelineEntry[]> {
  const { chainId, safe, limit, offset = 0, after } = parameters
  // The first comparison is what the index can use; the rest only concerns
  // the rows of one block.
  const beyond = after
    ? sql`and block_number <= ${after.blockNumber} and (
        (block_number, tx_index) < (${after.blockNumber}, ${after.txIndex})
        or (block_number, tx_index) = (${after.blockNumber}, ${after.txIndex})
          and (order_key, kind, ref) >
            (${after.orderKey}, ${after.kind}, ${after.ref}))`
    : sql``
  const { rows } = await sql<{
    block_number: bigint
    tx_index: number
    order_key: bigint
    kind: TimelineEntry['kind']
    ref: string
    tx_hash: Buffer
    executed_at: Date
  }>`
    select block_number, tx_index, order_key, kind, ref, tx_hash, executed_at
    from timeline
    where chain_id = ${chainId} and safe = ${toBytes(safe)} ${beyond}
    order by block_number desc, tx_index desc, order_key, kind, ref
    limit ${limit} offset ${offset}
  `.execute(store)
  return rows.map((row) => ({
    blockNumber: row.block_number,
    txIndex: row.tx_index,
    orderKey: row.order_key,
    kind: row.kind,
    ref: row.ref,
    txHash: toHex(row.tx_hash),
    executedAt: row.executed_at,
  }))
}

/** How many items a safe's history has, without counting them. */
export async function readCount(
  store: Store,
  parameters: { chainId: number; safe: Address; list: 'history' | 'module' },
): Promise<number> {
  const row = await store
    .selectFrom('counter')
    .select('count')
    .where('chain_id', '=', BigInt(parameters.chainId))
    .where('safe', '=', toBytes(parameters.safe))
    .where('list', '=', parameters.list)
    .executeTakeFirst()
  return Number(row?.count ?? 0n)
}
