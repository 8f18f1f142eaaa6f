import type { Kysely } from 'kysely'
import { sql } from 'kysely'

/** What a reorg takes back is found by its blocks, however many safes there are. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    create index coverage_end on coverage (chain_id, to_block)
  `.execute(database)
  await sql`
    create index watch_followed_from on watch (chain_id, followed_from)
  `.execute(database)
}
