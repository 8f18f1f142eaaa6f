import type { Kysely } from 'kysely'
import { sql } from 'kysely'

export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    create table chain (
      chain_id int8 primary key,
      genesis_hash bytea not null check (length(genesis_hash) = 32),
      first_seen timestamptz not null default now()
    )
  `.execute(database)
}
