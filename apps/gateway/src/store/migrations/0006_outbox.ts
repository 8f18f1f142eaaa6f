import type { Kysely } from 'kysely'
import { sql } from 'kysely'

/** What changed, for whoever listens, and what is still to be done. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    create table outbox (
      id int8 generated always as identity primary key,
      chain_id int8 not null,
      safe bytea not null,
      kind text not null check (kind in
        ('safe', 'queue', 'history', 'message', 'balance', 'reorg')),
      ref text,
      block_number int8,
      created_at timestamptz not null default now()
    )
  `.execute(database)
  await sql`
    create index outbox_safe on outbox (chain_id, safe, id)
  `.execute(database)
  await sql`
    create table task (
      kind text not null,
      chain_id int8 not null,
      key bytea not null,
      run_after timestamptz not null default now(),
      attempts int4 not null default 0,
      primary key (kind, chain_id, key)
    )
  `.execute(database)
  await sql`
    create index task_due on task (kind, chain_id, run_after)
  `.execute(database)
}
