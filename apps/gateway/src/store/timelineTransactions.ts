import { sql } from 'kysely'
import type { Address, Hex } from 'viem'
import { toBytes, toHex } from './bytes.js'
import { decodedTimes, pageBytes } from './fitPage.js'
import type { Store } from './openStore.js'
import { type TimelineEntry, timelineWeight } from './timeline.js'

/** Where a transaction of the chain stands. */
export type ChainPlace = { blockNumber: bigint; txIndex: number }

/** A transaction of the chain with what a safe's history has of it. */
export type TimelineTransaction = ChainPlace & {
  txHash: Hex
  executedAt: Date
  entries: TimelineEntry[]
  /** Whether others follow it. */
  goesOn: boolean
}

/**
 * A page of the transactions in which something happened to a safe, each with
 * all of its items. It may end early, when these weigh too much.
 */
export async function listTimelineTransactions(
  store: Store,
  parameters: {
    chainId: number
    safe: Address
    oldestFirst: boolean
    limit: number
    offset?: number
    after?: ChainPlace | undefined
  },
): Promise<TimelineTransaction[]> {
  const { chainId, safe, oldestFirst, limit, offset = 0, after } = parameters
  const order = oldestFirst
    ? sql`block_number, tx_index`
    : sql`block_number desc, tx_index desc`
  const beyond = after
    ? sql`and (block_number, tx_index) ${oldestFirst ? sql`>` : sql`<`}
        (${after.blockNumber}, ${after.txIndex})`
    : sql``
  const { rows } = await sql<Row>`
    select listed.*, (${sql.lit(decodedTimes)} * (${timelineWeight}))::int8 as bytes
    from (
      select distinct on (block_number, tx_index) block_number, tx_index
      from timeline
      where chain_id = ${chainId} and safe = ${toBytes(safe)}
        and kind <> 'creation' ${beyond}
      order by ${order} limit ${limit} offset ${offset}
    ) place
    join timeline listed using (block_number, tx_index)
    where listed.chain_id = ${chainId} and listed.safe = ${toBytes(safe)}
      and listed.kind <> 'creation'
    order by ${order}, order_key, kind, ref
  `.execute(store)
  return takeLight(group(rows))
}

/** How many there are; one more than `most` means more. */
export async function countTimelineTransactions(
  store: Store,
  parameters: { chainId: number; safe: Address; most: number },
): Promise<number> {
  const { chainId, safe, most } = parameters
  const { rows } = await sql<{ count: bigint }>`
    select count(*) from (
      select distinct on (block_number, tx_index) 1 from timeline
      where chain_id = ${chainId} and safe = ${toBytes(safe)}
        and kind <> 'creation'
      order by block_number desc, tx_index desc limit ${most + 1}
    ) passing
  `.execute(store)
  return Number(rows[0]?.count ?? 0n)
}

type Row = {
  block_number: bigint
  tx_index: number
  order_key: bigint
  kind: TimelineEntry['kind']
  ref: string
  tx_hash: Buffer
  executed_at: Date
  bytes: bigint
}

function group(rows: readonly Row[]): TimelineTransaction[] {
  const transactions: TimelineTransaction[] = []
  for (const row of rows) {
    const entry = toEntry(row)
    const { blockNumber, txIndex, txHash, executedAt } = entry
    const last = transactions.at(-1)
    if (last?.blockNumber === blockNumber && last.txIndex === txIndex)
      last.entries.push(entry)
    else
      transactions.push({
        blockNumber,
        txIndex,
        txHash,
        executedAt,
        entries: [entry],
        goesOn: true,
      })
  }
  const last = transactions.at(-1)
  if (last) last.goesOn = false
  return transactions
}

function toEntry(row: Row): TimelineEntry {
  return {
    blockNumber: row.block_number,
    txIndex: row.tx_index,
    orderKey: row.order_key,
    kind: row.kind,
    ref: row.ref,
    txHash: toHex(row.tx_hash),
    executedAt: row.executed_at,
    bytes: Number(row.bytes),
    goesOn: false,
  }
}

/** The first ones that are light enough together, at least one. */
function takeLight(
  transactions: readonly TimelineTransaction[],
): TimelineTransaction[] {
  let before = 0
  const end = transactions.findIndex(({ entries }, at) => {
    const isFull = at > 0 && before > pageBytes
    before += entries.reduce((sum, { bytes }) => sum + bytes, 0)
    return isFull
  })
  return transactions.slice(0, end === -1 ? undefined : end)
}

/** Those of the transactions that a safe's history holds already. */
export async function listKnownTransactions(
  store: Store,
  parameters: { chainId: number; safe: Address; hashes: readonly Hex[] },
): Promise<Set<Hex>> {
  const { chainId, safe, hashes } = parameters
  const { rows } = await sql<{ tx_hash: Buffer }>`
    select distinct tx_hash from timeline
    where chain_id = ${chainId} and safe = ${toBytes(safe)}
      and tx_hash = any(${hashes.map(toBytes)}::bytea[])
  `.execute(store)
  return new Set(rows.map(({ tx_hash }) => toHex(tx_hash)))
}
