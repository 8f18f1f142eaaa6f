import type { Kysely } from 'kysely'
import { sql } from 'kysely'

/** What only we know: no reorg touches these tables. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    create table message (
      chain_id int8 not null,
      message_hash bytea not null check (length(message_hash) = 32),
      safe bytea not null check (length(safe) = 20),
      -- Text, or typed data as JSON.
      content jsonb not null,
      proposer bytea not null,
      origin text,
      safe_app_id int8,
      created_at timestamptz not null default now(),
      modified_at timestamptz not null default now(),
      primary key (chain_id, message_hash)
    )
  `.execute(database)
  await sql`
    create index message_safe on message
      (chain_id, safe, created_at desc, message_hash)
  `.execute(database)
  await sql`
    create table message_confirmation (
      chain_id int8 not null,
      message_hash bytea not null,
      owner bytea not null check (length(owner) = 20),
      signature bytea not null,
      kind text not null check (kind in ('ecdsa', 'ethSign', 'contract')),
      submitted_at timestamptz not null default now(),
      primary key (chain_id, message_hash, owner)
    )
  `.execute(database)
  await sql`
    create table delegate (
      chain_id int8 not null,
      -- Null: for every safe of the delegator.
      safe bytea,
      delegate bytea not null check (length(delegate) = 20),
      delegator bytea not null check (length(delegator) = 20),
      label text not null,
      created_at timestamptz not null default now(),
      expires_at timestamptz,
      unique nulls not distinct (chain_id, safe, delegate, delegator)
    )
  `.execute(database)
}
