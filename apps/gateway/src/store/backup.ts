import { BaseError } from '@covault/protocol'
import { type RawBuilder, sql } from 'kysely'
import type { Store } from './openStore.js'
import { boundUnsigned } from './unsigned.js'

/** What only we know: everything else is on the chain. */
const tables = [
  'watch',
  'multisig_tx',
  'confirmation',
  'withdrawn',
  'comment',
  'message',
  'message_confirmation',
  'delegate',
  'name_set',
  'service_token',
  'service_token_safe',
  'bridge',
  'bridge_item',
  'bridge_calls',
  'email_address',
  'receiver',
  'audit_entry',
] as const
type Table = (typeof tables)[number]

const version = 1
const batch = 500

/**
 * The rows of a backup, a line each, as they are at one moment. PostgreSQL
 * writes and reads them itself, so that no digit or byte passes through us.
 */
export async function exportLines(
  store: Store,
  write: (line: string) => Promise<void> | void,
): Promise<number> {
  await write(JSON.stringify({ covault: 'backup', version }))
  return store
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (transaction) => {
      let count = 0
      for (const table of tables) {
        await sql`
          declare lines no scroll cursor for
          select json_build_object('table', ${table}::text,
            'row', row_to_json(kept))::text as line
          from (${selectKept(table)}) kept
        `.execute(transaction)
        for (;;) {
          const { rows } = await sql<{ line: string }>`
            fetch ${sql.lit(batch)} from lines
          `.execute(transaction)
          for (const { line } of rows) await write(line)
          count += rows.length
          if (rows.length < batch) break
        }
        await sql`close lines`.execute(transaction)
      }
      return count
    })
}

/** Of a transaction that was proposed, what the chain does not tell. */
function selectKept(table: Table): RawBuilder<unknown> {
  if (table === 'multisig_tx')
    return sql`
      select chain_id, safe_tx_hash, safe, nonce, to_address, value, data,
        operation, safe_tx_gas, base_gas, gas_price, gas_token,
        refund_receiver, 'proposal' as details, proposer,
        proposed_by_delegate, origin, note, submitted_at, modified_at,
        trusted, invalidated, named_owner, vouched_by, expires_at
      from multisig_tx where submitted_at is not null`
  // The past of a safe is read again, so where it stood does not matter.
  if (table === 'watch')
    return sql`
      select chain_id, safe, interest, wanted_from, last_asked, since
      from watch where followed`
  // A code that is awaited is asked for again.
  if (table === 'email_address')
    return sql`
      select account, address, confirmed_at
      from email_address where confirmed_at is not null`
  // Each follows the one before it.
  if (table === 'name_set')
    return sql`select * from name_set order by chain_id, safe, sequence`
  // As they followed each other.
  if (table === 'audit_entry')
    return sql`select at, account, act, subject from audit_entry order by id`
  // The operator's are in the configuration.
  if (table === 'receiver')
    return sql`select * from receiver where account is not null`
  return sql`select * from ${sql.table(table)}`
}

/** Adds what a backup holds; what is stored already stays as it is. */
export async function importLines(
  store: Store,
  lines: AsyncIterable<string>,
): Promise<number> {
  let count = 0
  await store.transaction().execute(async (transaction) => {
    const firstAct = await findFirstAct(transaction)
    for await (const line of lines) {
      if (line === '') continue
      const parsed = parseLine(line, count)
      if (count++ === 0) continue
      await insertLine(transaction, { table: parsed.table, line, firstAct })
    }
    // Older backups hold some that claim a proposer and never go, and drafts
    // that go.
    await boundUnsigned(transaction)
  })
  if (count === 0) throw new BackupError('The backup is empty.')
  return count - 1
}

type Line = { covault?: unknown; version?: unknown; table?: unknown }

function parseLine(line: string, index: number): { table: Table } {
  const parsed = (() => {
    try {
      return JSON.parse(line) as Line
    } catch (cause) {
      throw new BackupError(`Line ${index + 1} of the backup is not JSON.`, {
        cause,
      })
    }
  })()
  if (index === 0) {
    if (parsed.covault !== 'backup' || parsed.version !== version)
      throw new BackupError(
        `This is not a backup of version ${version}, the only supported version.`,
      )
    return { table: 'watch' }
  }
  const table = tables.find((known) => known === parsed.table)
  if (!table)
    throw new BackupError(
      `Line ${index + 1} of the backup is of an unknown kind.`,
    )
  return { table }
}

async function insertLine(
  store: Store,
  {
    table,
    line,
    firstAct,
  }: { table: Table; line: string; firstAct: string | null },
): Promise<void> {
  if (table === 'watch') return insertWatch(store, line)
  if (table === 'receiver') return insertReceiver(store, line)
  if (table === 'email_address') return insertAddress(store, line)
  if (table === 'name_set') return insertNameSet(store, line)
  if (table === 'audit_entry') return insertAct(store, line, firstAct)
  const conflict =
    table === 'multisig_tx'
      ? sql`on conflict (chain_id, safe_tx_hash) do update set
          proposer = excluded.proposer,
          proposed_by_delegate = excluded.proposed_by_delegate,
          origin = excluded.origin, note = excluded.note,
          submitted_at = excluded.submitted_at,
          modified_at = excluded.modified_at,
          trusted = multisig_tx.trusted or excluded.trusted
        where multisig_tx.submitted_at is null`
      : sql`on conflict do nothing`
  await sql`
    insert into ${sql.table(table)}
    select * from json_populate_record(null::${sql.table(table)},
      ${line}::json->'row')
    ${conflict}
  `.execute(store)
}

/** Older backups do not say why a safe was followed: it is kept. */
async function insertWatch(store: Store, line: string): Promise<void> {
  const kept = sql`json_populate_record(null::watch, ${line}::json->'row')`
  await sql`
    insert into safe (chain_id, address, found_by)
    select chain_id, safe, 'watch' from ${kept}
    on conflict do nothing
  `.execute(store)
  await sql`
    insert into watch (chain_id, safe, interest, wanted_from, last_asked, since)
    select chain_id, safe, coalesce(interest, 'proven'), wanted_from,
      last_asked, since
    from ${kept}
    on conflict do nothing
  `.execute(store)
}

/** Notices are counted from 1 here: the receiver hears of what happens from now on. */
async function insertReceiver(store: Store, line: string): Promise<void> {
  await sql`
    insert into receiver (id, kind, form, account, name, chain_id, safe, url,
      secret, label, amounts, choices, created_at, daily_at, position)
    select id, kind, form, account, name, chain_id, safe, url, secret, label,
      amounts, choices, created_at, daily_at,
      (select coalesce(max(id), 0) from notice)
    from json_populate_record(null::receiver, ${line}::json->'row')
    on conflict do nothing
  `.execute(store)
}

/** Only what goes on from what is here: others have signed something else. */
async function insertNameSet(store: Store, line: string): Promise<void> {
  await sql`
    insert into name_set
    select kept.* from json_populate_record(null::name_set,
      ${line}::json->'row') kept
    where sequence = 1 or exists (
      select from name_set before
      where before.chain_id = kept.chain_id and before.safe = kept.safe
        and before.sequence = kept.sequence - 1
        and before.hash = kept.previous)
    on conflict do nothing
  `.execute(store)
}

/** What was done before anything that is noted here. */
async function insertAct(
  store: Store,
  line: string,
  firstAct: string | null,
): Promise<void> {
  await sql`
    insert into audit_entry (at, account, act, subject)
    select at, account, act, subject
    from json_populate_record(null::audit_entry, ${line}::json->'row')
    where ${firstAct}::timestamptz is null or at < ${firstAct}::timestamptz
  `.execute(store)
}

/** In PostgreSQL's own words, to the microsecond. */
async function findFirstAct(store: Store): Promise<string | null> {
  const { rows } = await sql<{ at: string | null }>`
    select min(at)::text as at from audit_entry
  `.execute(store)
  return rows[0]?.at ?? null
}

async function insertAddress(store: Store, line: string): Promise<void> {
  await sql`
    insert into email_address (account, address, confirmed_at)
    select account, address, confirmed_at
    from json_populate_record(null::email_address, ${line}::json->'row')
    on conflict do nothing
  `.execute(store)
}

export class BackupError extends BaseError {
  override name = 'BackupError'
}
