import type { Kysely } from 'kysely'
import { sql } from 'kysely'

/** Single transfers and module executions are asked for by their transaction. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    create index transfer_tx on transfer (chain_id, tx_hash)
  `.execute(database)
  await sql`
    create index module_tx_tx on module_tx (chain_id, tx_hash)
  `.execute(database)
  // The queue: what was proposed and not executed.
  await sql`
    create index multisig_tx_queue on multisig_tx
      (chain_id, safe, nonce, submitted_at, safe_tx_hash)
      where block_number is null and invalidated is null
  `.execute(database)
}
