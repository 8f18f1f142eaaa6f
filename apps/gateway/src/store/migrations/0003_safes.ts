import type { Kysely } from 'kysely'
import { sql } from 'kysely'

/** Safes, who asked for them, what of them is known and what they are. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    create table safe (
      chain_id int8 not null,
      address bytea not null check (length(address) = 20),
      found_by text not null check (found_by in ('watch', 'factory')),
      creation_block int8,
      creation_tx bytea,
      creation_time timestamptz,
      creator bytea,
      factory bytea,
      singleton bytea,
      initializer bytea,
      salt_nonce numeric(78, 0),
      -- The state has to be read at the cursor: the safe is new, or a reorg
      -- took the block it was read at.
      state_stale boolean not null default true,
      primary key (chain_id, address)
    )
  `.execute(database)
  await sql`
    create index safe_stale on safe (chain_id) where state_stale
  `.execute(database)
  await sql`
    create index safe_creation on safe (chain_id, creation_block)
  `.execute(database)
  await sql`
    create table watch (
      chain_id int8 not null,
      safe bytea not null check (length(safe) = 20),
      pinned boolean not null default false,
      followed boolean not null default true,
      -- While followed, every block from here to the cursor is known. Null
      -- until the follower has taken the safe into its questions.
      followed_from int8,
      -- The backfill ends here.
      wanted_from int8 not null,
      last_asked timestamptz not null default now(),
      since timestamptz not null default now(),
      primary key (chain_id, safe)
    )
  `.execute(database)
  await sql`
    create table coverage (
      chain_id int8 not null,
      -- The zero address stands for the factories' logs.
      safe bytea not null check (length(safe) = 20),
      from_block int8 not null,
      to_block int8 not null check (to_block >= from_block),
      primary key (chain_id, safe, from_block)
    )
  `.execute(database)
  await sql`
    create table safe_state (
      chain_id int8 not null,
      safe bytea not null check (length(safe) = 20),
      block_number int8 not null,
      block_hash bytea not null check (length(block_hash) = 32),
      -- In the contract's order.
      owners bytea[] not null,
      threshold int8 not null,
      nonce numeric(78, 0) not null,
      singleton bytea not null,
      version text,
      modules bytea[] not null,
      guard bytea,
      module_guard bytea,
      fallback_handler bytea,
      -- False: the logs since the former state tell something else.
      verified boolean not null,
      primary key (chain_id, safe, block_number)
    )
  `.execute(database)
  await sql`
    create index safe_state_block on safe_state (chain_id, block_number)
  `.execute(database)
  await sql`
    create table safe_owner (
      chain_id int8 not null,
      owner bytea not null check (length(owner) = 20),
      safe bytea not null check (length(safe) = 20),
      primary key (chain_id, owner, safe)
    )
  `.execute(database)
  await sql`
    create index safe_owner_safe on safe_owner (chain_id, safe)
  `.execute(database)
  await sql`
    create table log_raw (
      chain_id int8 not null,
      block_number int8 not null,
      log_index int4 not null,
      block_hash bytea not null,
      tx_hash bytea not null,
      tx_index int4 not null,
      address bytea not null,
      topic0 bytea,
      topic1 bytea,
      topic2 bytea,
      topic3 bytea,
      data bytea not null,
      -- Why the log was not believed or not understood.
      flaw text,
      primary key (chain_id, block_number, log_index)
    )
  `.execute(database)
  await sql`
    create index log_raw_address on log_raw (chain_id, address, block_number)
  `.execute(database)
}
