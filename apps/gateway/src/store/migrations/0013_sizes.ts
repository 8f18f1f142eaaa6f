import type { Kysely } from 'kysely'
import { sql } from 'kysely'

/** What a row weighs, written down: to measure it reads the whole of it. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    alter table message add column content_bytes int4 not null
      generated always as (octet_length(content::text)) stored
  `.execute(database)
  await sql`
    alter table collectible add column metadata_bytes int4
      generated always as (octet_length(metadata::text)) stored
  `.execute(database)
}
