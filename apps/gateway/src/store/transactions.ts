import { sql } from 'kysely'
import type { Address, Hex } from 'viem'
import { toBytes } from './bytes.js'
import { fitPage, type Placed, type PlacedRow, toPlaced } from './fitPage.js'
import type { Store } from './openStore.js'
import {
  type MultisigTransaction,
  type Row,
  withConfirmations,
} from './transactionRows.js'
import { isCurrent } from './unsigned.js'

export async function readTransactions(
  store: Store,
  parameters: { chainId: number; hashes: readonly Hex[] },
): Promise<Map<Hex, MultisigTransaction>> {
  const { chainId, hashes } = parameters
  if (hashes.length === 0) return new Map()
  const rows = await selectByHash(store, { chainId, hashes })
  const transactions = await withConfirmations(store, chainId, rows)
  return new Map(transactions.map((found) => [found.safeTxHash, found]))
}

export async function readTransaction(
  store: Store,
  parameters: { chainId: number; safeTxHash: Hex },
): Promise<MultisigTransaction | undefined> {
  const { chainId, safeTxHash } = parameters
  const found = await readTransactions(store, { chainId, hashes: [safeTxHash] })
  return found.get(safeTxHash)
}

function selectByHash(
  store: Store,
  parameters: { chainId: number; hashes: readonly Hex[] },
) {
  return store
    .selectFrom('multisig_tx')
    .selectAll()
    .where('chain_id', '=', BigInt(parameters.chainId))
    .where('safe_tx_hash', 'in', parameters.hashes.map(toBytes))
    .where(isCurrent)
    .execute()
}

/** Where a list goes on: after the transaction with these values. */
export type TransactionKey = {
  nonce: bigint
  /** Microseconds since 1970, as exact as the database has them. */
  submitted: bigint
  safeTxHash: Hex
}

export type ListedTransaction = MultisigTransaction &
  Placed & {
    key: TransactionKey
    /** Of the transaction after it, on this page or beyond. */
    nextNonce: bigint | null
  }

type ListedRow = Row &
  PlacedRow & { submitted_us: bigint; next_nonce: string | null }

/** What of a transaction is read for a list, in bytes. */
const weight = sql`coalesce(octet_length(data), 0)
  + coalesce(octet_length(signatures), 0)
  + coalesce(octet_length(origin), 0) + coalesce(octet_length(note), 0)
  + (select coalesce(sum(octet_length(signature)), 0) from confirmation given
    where given.chain_id = listed.chain_id
      and given.safe_tx_hash = listed.safe_tx_hash)`
const nextNonce = sql`lead(nonce) over page as next_nonce`

/**
 * What waits, lowest nonce first and in the order of submission. Proposals
 * without a valid signature are left out unless asked for.
 */
export async function readQueue(
  store: Store,
  parameters: {
    chainId: number
    safe: Address
    fromNonce: bigint
    trusted: boolean
    limit: number
    /** How many are read however large they are. */
    least?: number
    offset?: number
    after?: TransactionKey | undefined
  },
): Promise<ListedTransaction[]> {
  const {
    chainId,
    safe,
    fromNonce,
    trusted,
    limit,
    least,
    offset = 0,
    after,
  } = parameters
  const order = sql`nonce, submitted_at, safe_tx_hash`
  const listed = sql`
    select *, ${submitted} as submitted_us from multisig_tx
    where chain_id = ${chainId} and safe = ${toBytes(safe)}
      and block_number is null and invalidated is null
      and nonce >= ${String(fromNonce)}::numeric
      and ${trusted ? sql`trusted` : isCurrent}
      ${after ? sql`and (nonce, submitted_at, safe_tx_hash) > ${toKey(after)}` : sql``}
    order by ${order} limit ${limit} offset ${offset}`
  const { rows } = await sql<ListedRow>`
    ${fitPage(listed, { order, bytes: weight, least, also: nextNonce })}
  `.execute(store)
  return toListed(store, chainId, rows)
}

export type TransactionFilter = {
  executed?: boolean | undefined
  nonce?: bigint | undefined
  to?: Address | undefined
  value?: bigint | undefined
  executedFrom?: Date | undefined
  executedTo?: Date | undefined
}

/** Queued, executed and cancelled ones, highest nonce first. */
export async function readTransactionList(
  store: Store,
  parameters: {
    chainId: number
    safe: Address
    filter: TransactionFilter
    limit: number
    offset?: number
    after?: TransactionKey | undefined
  },
): Promise<ListedTransaction[]> {
  const { chainId, safe, filter, limit, offset = 0, after } = parameters
  const { executed, nonce, to, value, executedFrom, executedTo } = filter
  const order = sql`nonce desc, ${moment} desc, safe_tx_hash desc`
  const listed = sql`
    select *, ${submitted} as submitted_us from multisig_tx
    where chain_id = ${chainId} and safe = ${toBytes(safe)}
      and nonce is not null and (trusted or block_number is not null)
      ${executed === undefined ? sql`` : executed ? sql`and block_number is not null` : sql`and block_number is null`}
      ${nonce === undefined ? sql`` : sql`and nonce = ${String(nonce)}::numeric`}
      ${to === undefined ? sql`` : sql`and to_address = ${toBytes(to)}`}
      ${value === undefined ? sql`` : sql`and value = ${String(value)}::numeric`}
      ${executedFrom === undefined ? sql`` : sql`and executed_at >= ${executedFrom}`}
      ${executedTo === undefined ? sql`` : sql`and executed_at <= ${executedTo}`}
      ${after ? sql`and nonce <= ${String(after.nonce)}::numeric and (nonce, ${moment}, safe_tx_hash) < ${toKey(after)}` : sql``}
    order by ${order} limit ${limit} offset ${offset}`
  const { rows } = await sql<ListedRow>`
    ${fitPage(listed, { order, bytes: weight, also: nextNonce })}
  `.execute(store)
  return toListed(store, chainId, rows)
}

/** When it became known, the same in every order it is listed in. */
const moment = sql`coalesce(submitted_at, executed_at)`
const submitted = sql`(extract(epoch from ${moment}) * 1000000)::int8`

function toKey({ nonce, submitted, safeTxHash }: TransactionKey) {
  return sql`(${String(nonce)}::numeric,
    'epoch'::timestamptz + ${submitted}::int8 * interval '1 microsecond',
    ${toBytes(safeTxHash)}::bytea)`
}

/** How many wait, and how many of those lack one owner's confirmation. */
export async function countQueue(
  store: Store,
  parameters: {
    chainId: number
    safe: Address
    fromNonce: bigint
    threshold: number
    owner?: Address | undefined
  },
): Promise<{ queued: number; awaiting: number }> {
  const { chainId, safe, fromNonce, threshold, owner } = parameters
  const ownerBytes = owner ? toBytes(owner) : Buffer.alloc(0)
  // At most what one safe may have waiting; the wire looks at a hundred.
  const { rows } = await sql<{ queued: bigint; awaiting: bigint }>`
    select count(*) as queued,
      count(*) filter (where confirmed < ${threshold} and not own) as awaiting
    from (
      select
        (select count(*) from confirmation c where c.chain_id = m.chain_id
          and c.safe_tx_hash = m.safe_tx_hash) as confirmed,
        exists (select from confirmation c where c.chain_id = m.chain_id
          and c.safe_tx_hash = m.safe_tx_hash and c.owner = ${ownerBytes}) as own
      from multisig_tx m
      where chain_id = ${chainId} and safe = ${toBytes(safe)}
        and block_number is null and invalidated is null and trusted
        and nonce >= ${String(fromNonce)}::numeric
      order by nonce limit 100
    ) waiting
  `.execute(store)
  return {
    queued: Number(rows[0]?.queued ?? 0n),
    awaiting: Number(rows[0]?.awaiting ?? 0n),
  }
}

/** Nonces that something signed waits at, the lowest first. */
export async function readWaitingNonces(
  store: Store,
  parameters: {
    chainId: number
    safe: Address
    fromNonce: bigint
    limit: number
  },
): Promise<bigint[]> {
  const { chainId, safe, fromNonce, limit } = parameters
  const { rows } = await sql<{ nonce: string }>`
    select distinct nonce from multisig_tx
    where chain_id = ${chainId} and safe = ${toBytes(safe)}
      and block_number is null and invalidated is null and trusted
      and nonce >= ${String(fromNonce)}::numeric
    order by nonce limit ${limit}
  `.execute(store)
  return rows.map(({ nonce }) => BigInt(nonce))
}

/** Others that want the same nonce. */
export async function readRivals(
  store: Store,
  parameters: {
    chainId: number
    safe: Address
    nonce: bigint
    safeTxHash: Hex
  },
): Promise<MultisigTransaction[]> {
  const { chainId, safe, nonce, safeTxHash } = parameters
  const rows = await store
    .selectFrom('multisig_tx')
    .selectAll()
    .where('chain_id', '=', BigInt(chainId))
    .where('safe', '=', toBytes(safe))
    .where('nonce', '=', String(nonce))
    .where('trusted', '=', true)
    .where('safe_tx_hash', '<>', toBytes(safeTxHash))
    .limit(20)
    .execute()
  return withConfirmations(store, chainId, rows)
}

async function toListed(
  store: Store,
  chainId: number,
  rows: readonly ListedRow[],
): Promise<ListedTransaction[]> {
  const complete = await withConfirmations(store, chainId, rows)
  return rows.flatMap((row, index) => {
    const transaction = complete[index]
    if (!transaction) return []
    const { safeTxHash } = transaction
    return {
      ...transaction,
      ...toPlaced(row),
      nextNonce: row.next_nonce === null ? null : BigInt(row.next_nonce),
      key: {
        nonce: BigInt(row.nonce ?? 0),
        submitted: row.submitted_us,
        safeTxHash,
      },
    }
  })
}
