import type { Kysely } from 'kysely'
import { sql } from 'kysely'

/**
 * At which block amounts of tokens were read, when, and which version the safe
 * had then; without them, at the block in balance_read.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    alter table balance_read
      add column tokens_block bytea check (length(tokens_block) = 32),
      add column tokens_read_at timestamptz,
      add column version text
  `.execute(database)
}
