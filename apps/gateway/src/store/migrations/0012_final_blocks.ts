import type { Kysely } from 'kysely'
import { sql } from 'kysely'

/** Up to where stored blocks are final. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    -- No block up to here is undone unless the operator lowers it.
    alter table cursor add column final int8 not null default 0
  `.execute(database)
}
