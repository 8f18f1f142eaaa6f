import type { Kysely } from 'kysely'
import { sql } from 'kysely'

/** Signing in, and what writing through the API needs. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    create table auth_nonce (
      nonce text primary key,
      expires_at timestamptz not null
    )
  `.execute(database)
  await sql`
    create index auth_nonce_expiry on auth_nonce (expires_at)
  `.execute(database)
  await sql`
    create table session (
      -- sha256: whoever reads the table cannot use what it holds.
      token_hash bytea primary key check (length(token_hash) = 32),
      chain_id int8 not null,
      address bytea not null check (length(address) = 20),
      created_at timestamptz not null default now(),
      expires_at timestamptz not null
    )
  `.execute(database)
  await sql`
    create index session_expiry on session (expires_at)
  `.execute(database)
  // As it was sent: jsonb sorts keys and refuses the character U+0000.
  await sql`
    alter table message alter column content type json using content::json
  `.execute(database)
  await sql`
    alter table message_confirmation
      drop constraint message_confirmation_kind_check,
      add constraint message_confirmation_kind_check check
        (kind in ('ecdsa', 'ethSign', 'approvedHash', 'contract'))
  `.execute(database)
  await sql`
    create index delegate_delegate on delegate (chain_id, delegate)
  `.execute(database)
  await sql`
    create index delegate_delegator on delegate (chain_id, delegator)
  `.execute(database)
  await sql`
    create index outbox_created on outbox (created_at)
  `.execute(database)
}
