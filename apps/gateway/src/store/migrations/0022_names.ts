import type { Kysely } from 'kysely'
import { sql } from 'kysely'

/** The names that owners of a safe share, as they signed them. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    create table name_set (
      chain_id bigint not null,
      safe bytea not null check (length(safe) = 20),
      -- From 1, without a gap.
      sequence integer not null check (sequence > 0),
      hash bytea not null check (length(hash) = 32),
      -- The hash of the set before it.
      previous bytea not null check (length(previous) = 32),
      author bytea not null check (length(author) = 20),
      signature bytea not null,
      -- As it was signed, in seconds since 1970.
      time bigint not null,
      -- Addresses and names in the order that was signed.
      changes json not null,
      change_count integer not null,
      created_at timestamptz not null default now(),
      primary key (chain_id, safe, sequence)
    )
  `.execute(database)
  await sql`
    alter table outbox
      drop constraint outbox_kind_check,
      add constraint outbox_kind_check check (kind in
        ('safe', 'queue', 'history', 'message', 'balance', 'reorg', 'delegate',
          'names'))
  `.execute(database)
}
