import type { Kysely } from 'kysely'
import { sql } from 'kysely'

/** What the people of a safe write to each other, and drafts that stay. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    create table comment (
      chain_id int8 not null,
      -- What its writer signed.
      comment_hash bytea not null check (length(comment_hash) = 32),
      safe bytea not null check (length(safe) = 20),
      safe_tx_hash bytea not null check (length(safe_tx_hash) = 32),
      writer bytea not null check (length(writer) = 20),
      text text not null,
      -- By the writer's clock, to the millisecond.
      written_at timestamptz not null,
      signature bytea not null check (length(signature) = 65),
      created_at timestamptz not null default now(),
      primary key (chain_id, comment_hash)
    )
  `.execute(database)
  await sql`
    create index comment_transaction on comment
      (chain_id, safe_tx_hash, written_at)
  `.execute(database)
  await sql`
    alter table outbox
      drop constraint outbox_kind_check,
      add constraint outbox_kind_check check (kind in
        ('safe', 'queue', 'history', 'message', 'balance', 'reorg', 'delegate',
          'names', 'comment'))
  `.execute(database)
  await sql`
    update multisig_tx set expires_at = null
    where block_number is null and not trusted and vouched_by is not null
  `.execute(database)
}
