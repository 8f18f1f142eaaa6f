import type { Kysely } from 'kysely'
import { sql } from 'kysely'

/**
 * Signatures of proposals that were deleted. Anybody may have read them, so
 * who sends one again proves no longer that it is its owner.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    create table withdrawn (
      chain_id bigint not null,
      safe_tx_hash bytea not null check (length(safe_tx_hash) = 32),
      owner bytea not null check (length(owner) = 20),
      primary key (chain_id, safe_tx_hash, owner)
    )
  `.execute(database)
}
