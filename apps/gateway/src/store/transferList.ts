import { type RawBuilder, sql } from 'kysely'
import type { Address, Hex } from 'viem'
import { toAddressOrNull, toBytes } from './bytes.js'
import type { Store } from './openStore.js'
import {
  type StoredTransfer,
  type TransferKey,
  type TransferRow,
  toTransfer,
  transferColumns,
} from './transferReads.js'

/** Where in the chain one is told of. */
export type TransferPlace = {
  txHash: Hex
  logIndex: number
  leg: number
  native: boolean
}

export type AmountBounds = {
  token: Address | null
  least: bigint | undefined
  most: bigint | undefined
}

export type TransferListFilter = {
  direction?: 'in' | 'out' | undefined
  kinds?: readonly StoredTransfer['kind'][] | undefined
  from?: Address | undefined
  to?: Address | undefined
  /** Null for the native currency. */
  token?: Address | null | undefined
  /** The other side is one of these. */
  counterparties?: readonly Address[] | undefined
  /** Moved by the transaction of owners with this nonce. */
  nonce?: bigint | undefined
  /** Moved by any module. */
  byModule?: boolean | undefined
  /** Moved by this module. */
  module?: Address | undefined
  txHash?: Hex | undefined
  /** One of these. */
  places?: readonly TransferPlace[] | undefined
  /** Each bound is part of what passes. */
  leastAmount?: bigint | undefined
  mostAmount?: bigint | undefined
  /** None of these. */
  exceptTokens?: readonly Address[] | undefined
  /** The same of each token, null for the native currency; no others pass. */
  bounds?: readonly AmountBounds[] | undefined
  /** As books have it: what the safe sent to itself once, and in no direction. */
  asBooks?: boolean | undefined
  fromBlock?: bigint | undefined
  toBlock?: bigint | undefined
  executedFrom?: Date | undefined
  executedTo?: Date | undefined
}

/** What moved into and out of a safe, newest first. */
export async function listTransfers(
  store: Store,
  parameters: {
    chainId: number
    safe: Address
    filter: TransferListFilter
    limit: number
    offset?: number
    after?: TransferKey | undefined
  },
): Promise<StoredTransfer[]> {
  const { limit, offset = 0, after } = parameters
  const beyond = after
    ? sql`and (block_number, tx_index, log_index, leg)
        < (${after.blockNumber}, ${after.txIndex}, ${after.logIndex}, ${after.leg})`
    : sql``
  const { rows } = await sql<TransferRow>`
    select ${transferColumns} from transfer
    where ${passes(parameters)} ${beyond}
    order by block_number desc, tx_index desc, log_index desc, leg desc
    limit ${limit} offset ${offset}
  `.execute(store)
  return rows.map(toTransfer)
}

/** How many there are; one more than `most` means more. */
export async function countTransfers(
  store: Store,
  parameters: {
    chainId: number
    safe: Address
    filter: TransferListFilter
    most: number
  },
): Promise<number> {
  const { rows } = await sql<{ count: bigint }>`
    select count(*) from (
      select from transfer where ${passes(parameters)}
      limit ${parameters.most + 1}
    ) passing
  `.execute(store)
  return Number(rows[0]?.count ?? 0n)
}

/** How much came and went of each token; what went to the safe itself did neither. */
export type TransferSum = {
  /** Null for the native currency. */
  token: Address | null
  /** Amounts are numbers of collectibles. */
  collectible: boolean
  incoming: bigint
  outgoing: bigint
  count: number
}

export async function sumTransfers(
  store: Store,
  parameters: { chainId: number; safe: Address; filter: TransferListFilter },
): Promise<TransferSum[]> {
  const { rows } = await sql<{
    token: Buffer | null
    collectible: boolean
    incoming: string
    outgoing: string
    count: bigint
  }>`
    select token,
      bool_or(kind in ('erc721', 'erc1155')) as collectible,
      coalesce(sum(amount) filter (where direction = 'in'
        and from_address <> safe), 0)::text as incoming,
      coalesce(sum(amount) filter (where direction = 'out'
        and to_address <> safe), 0)::text as outgoing,
      count(*)
    from transfer where ${passes(parameters)}
    group by token order by count(*) desc, token limit ${mostSums}
  `.execute(store)
  return rows.map(({ token, collectible, incoming, outgoing, count }) => ({
    token: toAddressOrNull(token),
    collectible,
    incoming: BigInt(incoming),
    outgoing: BigInt(outgoing),
    count: Number(count),
  }))
}

/** More tokens than these nobody has who was not sent most of them. */
const mostSums = 200

/** Everything that moved for a safe in some transactions, in their order. */
export async function readTransfersIn(
  store: Store,
  parameters: {
    chainId: number
    safe: Address
    txHashes: readonly Hex[]
    limit: number
  },
): Promise<StoredTransfer[]> {
  const { chainId, safe, txHashes, limit } = parameters
  if (txHashes.length === 0) return []
  const { rows } = await sql<TransferRow>`
    select ${transferColumns} from transfer
    where chain_id = ${chainId} and safe = ${toBytes(safe)}
      and tx_hash = any(${txHashes.map(toBytes)}::bytea[]) and amount > 0
    order by block_number desc, tx_index desc, log_index, leg
    limit ${limit}
  `.execute(store)
  return rows.map(toTransfer)
}

/** One by its place alone; of two safes that it is between, either. */
export async function findTransfer(
  store: Store,
  parameters: { chainId: number } & TransferPlace,
): Promise<StoredTransfer | undefined> {
  const { chainId, txHash, logIndex, leg, native } = parameters
  const { rows } = await sql<TransferRow>`
    select ${transferColumns} from transfer
    where chain_id = ${chainId} and tx_hash = ${toBytes(txHash)}
      and log_index = ${logIndex} and leg = ${leg}
      and (kind = 'native') = ${native}
    order by safe limit 1
  `.execute(store)
  return rows.map(toTransfer)[0]
}

/** A safe logs what it sends to itself as received; the call has told it already. */
const isOnce = sql<boolean>`not (kind = 'native' and direction = 'in'
  and from_address = to_address and exists (
    select from transfer sent
    where sent.chain_id = transfer.chain_id and sent.safe = transfer.safe
      and sent.block_number = transfer.block_number
      and sent.tx_hash = transfer.tx_hash and sent.kind = 'native'
      and sent.direction = 'out' and sent.to_address = sent.safe
      and sent.amount = transfer.amount))`

export function passes(parameters: {
  chainId: number
  safe: Address
  filter: TransferListFilter
}): RawBuilder<boolean> {
  const { chainId, safe, filter } = parameters
  const { direction, kinds, from, to, token, txHash, places } = filter
  const { counterparties, nonce, module, byModule } = filter
  const { leastAmount, mostAmount, bounds, exceptTokens, asBooks } = filter
  const { fromBlock, toBlock, executedFrom, executedTo } = filter
  const conditions = [
    // Anybody can have a token tell of a transfer of nothing.
    sql`chain_id = ${chainId} and safe = ${toBytes(safe)} and amount > 0`,
    ...(direction ? [sql`direction = ${direction}`] : []),
    ...(asBooks ? [isOnce] : []),
    ...(asBooks && direction ? [sql`from_address <> to_address`] : []),
    ...(kinds ? [sql`kind = any(${[...kinds]}::text[])`] : []),
    ...(from ? [sql`from_address = ${toBytes(from)}`] : []),
    ...(to ? [sql`to_address = ${toBytes(to)}`] : []),
    ...(token ? [sql`token = ${toBytes(token)}`] : []),
    ...(token === null ? [sql`kind = 'native'`] : []),
    ...(counterparties
      ? [
          sql`case direction when 'in' then from_address else to_address end
            = any(${counterparties.map(toBytes)}::bytea[])`,
        ]
      : []),
    ...(nonce === undefined
      ? []
      : [
          sql`(block_number, cause_log) in (
            select block_number, log_index from multisig_tx
            where chain_id = ${chainId} and safe = ${toBytes(safe)}
              and nonce = ${String(nonce)}::numeric)`,
        ]),
    ...(module || byModule
      ? [
          sql`(block_number, cause_log) in (
            select block_number, log_index from module_tx
            where chain_id = ${chainId} and safe = ${toBytes(safe)}
              ${module ? sql`and module = ${toBytes(module)}` : sql``})`,
        ]
      : []),
    ...(txHash ? [sql`tx_hash = ${toBytes(txHash)}`] : []),
    ...(places
      ? [
          sql`(tx_hash, log_index, leg, kind = 'native') in (
            select * from unnest(
              ${places.map((place) => toBytes(place.txHash))}::bytea[],
              ${places.map(({ logIndex }) => logIndex)}::int4[],
              ${places.map(({ leg }) => leg)}::int4[],
              ${places.map(({ native }) => native)}::bool[]))`,
        ]
      : []),
    ...(leastAmount === undefined
      ? []
      : [sql`amount >= ${String(leastAmount)}::numeric`]),
    ...(mostAmount === undefined
      ? []
      : [sql`amount <= ${String(mostAmount)}::numeric`]),
    ...(exceptTokens && exceptTokens.length > 0
      ? [
          sql`(token is null
            or token <> all(${exceptTokens.map(toBytes)}::bytea[]))`,
        ]
      : []),
    ...(bounds
      ? [
          sql`exists (
            select from unnest(
              ${bounds.map((one) => one.token && toBytes(one.token))}::bytea[],
              ${bounds.map(({ least }) => least?.toString() ?? null)}::numeric[],
              ${bounds.map(({ most }) => most?.toString() ?? null)}::numeric[]
            ) bound (token, least, most)
            where bound.token is not distinct from transfer.token
              and (bound.least is null or amount >= bound.least)
              and (bound.most is null or amount <= bound.most))`,
        ]
      : []),
    ...(fromBlock === undefined ? [] : [sql`block_number >= ${fromBlock}`]),
    ...(toBlock === undefined ? [] : [sql`block_number <= ${toBlock}`]),
    ...(executedFrom ? [sql`executed_at >= ${executedFrom}`] : []),
    ...(executedTo ? [sql`executed_at <= ${executedTo}`] : []),
  ]
  return sql<boolean>`${sql.join(conditions, sql` and `)}`
}
