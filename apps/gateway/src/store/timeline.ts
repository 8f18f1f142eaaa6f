import { sql } from 'kysely'
import type { Address, Hex } from 'viem'
import { toBytes, toHex } from './bytes.js'
import type { Database } from './database.js'
import { fitPage, type Placed, type PlacedRow, toPlaced } from './fitPage.js'
import type { Store } from './openStore.js'

/** Where an item stands. Several legs of one log differ only by their ref. */
export type TimelineKey = {
  blockNumber: bigint
  txIndex: number
  orderKey: bigint
  kind: Database['timeline']['kind']
  ref: string
}

export type TimelineEntry = TimelineKey &
  Placed & {
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
    /** What the page may still weigh. */
    mostBytes?: number
  },
): Promise<TimelineEntry[]> {
  const { chainId, safe, limit, offset = 0, after, mostBytes } = parameters
  // The first comparison is what the index can use; the rest only concerns
  // the rows of one block.
  const beyond = after
    ? sql`and block_number <= ${after.blockNumber} and (
        (block_number, tx_index) < (${after.blockNumber}, ${after.txIndex})
        or (block_number, tx_index) = (${after.blockNumber}, ${after.txIndex})
          and (order_key, kind, ref) >
            (${after.orderKey}, ${after.kind}, ${after.ref}))`
    : sql``
  const order = sql`block_number desc, tx_index desc, order_key, kind, ref`
  const listed = sql`
    select chain_id, block_number, tx_index, order_key, kind, ref, tx_hash, executed_at
    from timeline
    where chain_id = ${chainId} and safe = ${toBytes(safe)} ${beyond}
    order by ${order} limit ${limit} offset ${offset}`
  const { rows } = await sql<
    PlacedRow & {
      block_number: bigint
      tx_index: number
      order_key: bigint
      kind: TimelineEntry['kind']
      ref: string
      tx_hash: Buffer
      executed_at: Date
    }
  >`${fitPage(listed, { order, bytes: timelineWeight, mostBytes })}`.execute(
    store,
  )
  return rows.map((row) => ({
    blockNumber: row.block_number,
    txIndex: row.tx_index,
    orderKey: row.order_key,
    kind: row.kind,
    ref: row.ref,
    txHash: toHex(row.tx_hash),
    executedAt: row.executed_at,
    ...toPlaced(row),
  }))
}

/** What is read of an item, `listed`, before it can be told, in bytes. */
export const timelineWeight = sql`coalesce(case
  when kind = 'multisig' and ref like '0x%' then (
    select coalesce(octet_length(data), 0)
      + coalesce(octet_length(signatures), 0)
    from multisig_tx run where run.chain_id = listed.chain_id
      and run.safe_tx_hash = decode(substr(listed.ref, 3), 'hex'))
  when kind = 'module' then (
    select octet_length(data) from module_tx run
    where run.chain_id = listed.chain_id
      and run.block_number = listed.block_number
      and run.log_index = split_part(listed.ref, ':', 1)::int4)
  end, 0)`

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
