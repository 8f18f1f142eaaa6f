import type { Kysely } from 'kysely'
import { sql } from 'kysely'

/** What the transaction service's API asks for in another order. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    create index safe_state_modules on safe_state using gin (modules)
  `.execute(database)
  await sql`
    create index multisig_tx_created on multisig_tx
      (chain_id, safe, (coalesce(submitted_at, executed_at)), safe_tx_hash)
  `.execute(database)
  await sql`
    create index multisig_tx_modified on multisig_tx
      (chain_id, safe, (coalesce(modified_at, submitted_at, executed_at)),
        safe_tx_hash)
  `.execute(database)
  await sql`
    create index message_modified on message
      (chain_id, safe, modified_at desc, message_hash)
  `.execute(database)
  await sql`
    create table service_token (
      -- sha256: whoever reads the table cannot use what it holds.
      token_hash bytea primary key check (length(token_hash) = 32),
      name text not null unique,
      created_at timestamptz not null default now()
    )
  `.execute(database)
}
