import type { Kysely } from 'kysely'
import { sql } from 'kysely'

/** How far this gateway and another service are in step, safe by safe. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    create table bridge (
      chain_id bigint not null,
      safe bytea not null check (length(safe) = 20),
      url text not null,
      -- Why it is not in step, in words.
      problem text,
      succeeded_at timestamptz,
      -- Messages that changed before are compared on either side.
      theirs_until timestamptz,
      ours_until timestamptz,
      primary key (chain_id, safe, url)
    )
  `.execute(database)
  await sql`
    create table bridge_item (
      chain_id bigint not null,
      safe bytea not null,
      url text not null,
      side text not null check (side in ('theirs', 'ours')),
      kind text not null check (kind in ('transaction', 'message')),
      hash bytea not null check (length(hash) = 32),
      nonce numeric,
      -- Of what was told or passed on, to know it again.
      digest bytea not null,
      -- Who is proven to have signed it there.
      owners bytea[] not null,
      problem text,
      attempts integer not null,
      retry_at timestamptz,
      seen_at timestamptz not null default now(),
      primary key (chain_id, safe, url, side, kind, hash),
      foreign key (chain_id, safe, url) references bridge on delete cascade
    )
  `.execute(database)
  await sql`
    create table bridge_calls (
      -- Where calls are counted: an origin, and the name of the token.
      account text not null,
      month text not null,
      calls integer not null,
      primary key (account, month)
    )
  `.execute(database)
}
