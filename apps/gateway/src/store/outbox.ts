import { sql } from 'kysely'
import type { Address } from 'viem'
import { toAddress, toBytes } from './bytes.js'
import type { Database } from './database.js'
import type { Store } from './openStore.js'

export type Change = {
  safe: Address
  kind: Database['outbox']['kind']
  ref: string | null
  block: bigint | null
  /** Where it is about several blocks, the first. */
  from?: bigint | undefined
}

export type StoredChange = Change & {
  id: bigint
  chainId: number
  writtenAt: Date
}

export const outboxChannel = 'covault'

/** Of a safe that is no longer followed: from now on nothing is told of it. */
export const letGoRef = 'let go'

/** Any number that no other advisory lock of ours uses. */
const outboxLock = 4_201_337

/**
 * Writes what changed as the last step of a transaction. The lock makes ids
 * become visible in their order: a reader that has seen one has seen all
 * before it. NOTIFY is delivered when the transaction commits.
 */
export async function announce(
  store: Store,
  parameters: { chainId: number; changes: readonly Change[] },
): Promise<void> {
  const { chainId, changes } = parameters
  if (changes.length === 0) return
  await sql`select pg_advisory_xact_lock(${outboxLock})`.execute(store)
  await sql`
    with added as (
      insert into outbox
        (chain_id, safe, kind, ref, block_number, from_block)
      select ${chainId}, * from unnest(
        ${changes.map(({ safe }) => toBytes(safe))}::bytea[],
        ${changes.map(({ kind }) => kind)}::text[],
        ${changes.map(({ ref }) => ref)}::text[],
        ${changes.map(({ block }) => block)}::int8[],
        ${changes.map(({ from }) => from ?? null)}::int8[])
      returning id, chain_id, safe
    )
    select pg_notify(${outboxChannel},
      chain_id || ':0x' || encode(safe, 'hex') || ':' || id) from added
  `.execute(store)
}

/** How far back changes are kept, and the latest; both zero at the start. */
export async function readOutboxBounds(
  store: Store,
): Promise<{ first: bigint; last: bigint }> {
  const { rows } = await sql<{ first: bigint; last: bigint }>`
    select coalesce(min(id), 0) as first, coalesce(max(id), 0) as last
    from outbox
  `.execute(store)
  return rows[0] ?? { first: 0n, last: 0n }
}

/** Which change is the latest; undefined: there is none. */
export async function readLastChange(
  store: Store,
): Promise<StoredChange | undefined> {
  const row = await store
    .selectFrom('outbox')
    .selectAll()
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row && toChange(row)
}

/**
 * Forgets old changes from the oldest on, but never the latest, nor what has
 * not been made into notices for those who receive them.
 */
export async function pruneOutbox(
  store: Store,
  parameters: { olderThanSeconds: number },
): Promise<void> {
  await sql`
    delete from outbox where id < least(coalesce(
      (select min(id) from outbox where created_at >
        now() - make_interval(secs => ${parameters.olderThanSeconds})),
      (select max(id) from outbox)),
      (select position + 1 from notice_reader
        where exists (select from receiver)))
  `.execute(store)
}

/** The changes of some safes between two ids, oldest first. */
export async function listChangesOf(
  store: Store,
  parameters: {
    safes: readonly { chainId: number; address: Address }[]
    after: bigint
    upTo: bigint
    limit: number
  },
): Promise<StoredChange[]> {
  const { safes, after, upTo, limit } = parameters
  const { rows } = await sql<Row>`
    select outbox.* from unnest(
      ${safes.map(({ chainId }) => BigInt(chainId))}::int8[],
      ${safes.map(({ address }) => toBytes(address))}::bytea[]
    ) as wanted (chain_id, safe)
    join outbox using (chain_id, safe)
    where id > ${after} and id <= ${upTo}
    order by id limit ${limit}
  `.execute(store)
  return rows.map(toChange)
}

/** The changes after an id, oldest first. */
export async function listChanges(
  store: Store,
  parameters: { after: bigint; limit: number },
): Promise<StoredChange[]> {
  const rows = await store
    .selectFrom('outbox')
    .selectAll()
    .where('id', '>', parameters.after)
    .orderBy('id')
    .limit(parameters.limit)
    .execute()
  return rows.map(toChange)
}

type Row = Pick<
  Database['outbox'],
  'chain_id' | 'safe' | 'kind' | 'ref' | 'block_number' | 'from_block'
> & { id: bigint; created_at: Date }

function toChange(row: Row): StoredChange {
  return {
    id: row.id,
    chainId: Number(row.chain_id),
    safe: toAddress(row.safe),
    kind: row.kind,
    ref: row.ref,
    block: row.block_number,
    from: row.from_block ?? undefined,
    writtenAt: row.created_at,
  }
}
