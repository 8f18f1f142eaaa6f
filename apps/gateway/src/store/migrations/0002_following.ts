import type { Kysely } from 'kysely'
import { sql } from 'kysely'

/** How far a chain is followed, and what its nodes can do. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    create table rpc_endpoint (
      chain_id int8 not null,
      -- sha256 of the address: an address may hold a key.
      url_hash bytea not null check (length(url_hash) = 32),
      learned_range int8,
      capabilities jsonb,
      updated_at timestamptz not null default now(),
      primary key (chain_id, url_hash)
    )
  `.execute(database)
  await sql`
    create table cursor (
      chain_id int8 primary key,
      number int8 not null,
      hash bytea not null check (length(hash) = 32),
      -- Grows with every undone block: what was fetched before is then stale.
      epoch int8 not null default 0,
      -- Up to here the stored logs were compared with the final chain.
      checked int8 not null
    )
  `.execute(database)
  await sql`
    create table block (
      chain_id int8 not null,
      number int8 not null,
      hash bytea not null check (length(hash) = 32),
      -- Something of this block is stored: it outlives the window, so that a
      -- reorg of any depth finds where the stored chain and the node's part.
      kept boolean not null,
      primary key (chain_id, number)
    )
  `.execute(database)
}
