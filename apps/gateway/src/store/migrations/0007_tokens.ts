import type { Kysely } from 'kysely'
import { sql } from 'kysely'

/** Tokens, what safes have of them and what it was worth. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    create table token (
      chain_id int8 not null,
      address bytea not null check (length(address) = 20),
      kind text not null check
        (kind in ('erc20', 'erc721', 'erc1155', 'unknown')),
      -- Cleaned: what a token calls itself is never shown as it is.
      name text,
      symbol text,
      decimals int4,
      flaws text[] not null,
      read_at timestamptz not null default now(),
      primary key (chain_id, address)
    )
  `.execute(database)
  // Whether a safe ever moved a token itself, among any number of gifts.
  await sql`
    create index transfer_solicited on transfer (chain_id, safe, token)
      where solicited
  `.execute(database)
  await sql`
    create table balance_read (
      chain_id int8 not null,
      safe bytea not null check (length(safe) = 20),
      block_number int8 not null,
      block_hash bytea not null check (length(block_hash) = 32),
      -- Which token lists were asked for.
      lists bytea not null,
      native numeric(78, 0) not null,
      primary key (chain_id, safe)
    )
  `.execute(database)
  // Of the block in balance_read.
  await sql`
    create table safe_token (
      chain_id int8 not null,
      safe bytea not null check (length(safe) = 20),
      token bytea not null check (length(token) = 20),
      amount numeric(78, 0) not null,
      spam_score int4 not null,
      spam_reasons text[] not null,
      primary key (chain_id, safe, token)
    )
  `.execute(database)
  await sql`
    create table collectible (
      chain_id int8 not null,
      token bytea not null check (length(token) = 20),
      token_id numeric(78, 0) not null,
      uri text,
      name text,
      description text,
      image_uri text,
      metadata jsonb,
      -- Why there is no metadata.
      flaw text,
      read_at timestamptz not null default now(),
      primary key (chain_id, token, token_id)
    )
  `.execute(database)
  await sql`
    create table collectible_read (
      chain_id int8 not null,
      safe bytea not null check (length(safe) = 20),
      block_number int8 not null,
      block_hash bytea not null check (length(block_hash) = 32),
      primary key (chain_id, safe)
    )
  `.execute(database)
  // Of the block in collectible_read.
  await sql`
    create table safe_collectible (
      chain_id int8 not null,
      safe bytea not null check (length(safe) = 20),
      token bytea not null check (length(token) = 20),
      token_id numeric(78, 0) not null,
      kind text not null check (kind in ('erc721', 'erc1155')),
      amount numeric(78, 0) not null,
      spam_score int4 not null,
      spam_reasons text[] not null,
      trusted boolean not null,
      primary key (chain_id, safe, token, token_id)
    )
  `.execute(database)
  // In US dollars, the last one seen in each hour.
  await sql`
    create table price (
      chain_id int8 not null,
      asset text not null,
      hour timestamptz not null,
      usd numeric not null,
      source text not null check (source in ('feed', 'http', 'constant')),
      primary key (chain_id, asset, hour)
    )
  `.execute(database)
}
