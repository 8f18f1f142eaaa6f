import type { Kysely } from 'kysely'
import { sql } from 'kysely'

/** Executions of a safe in the order of the chain, for its books. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    create index multisig_tx_execution on multisig_tx
      (chain_id, safe, block_number desc, tx_index desc, log_index desc)
      where block_number is not null
  `.execute(database)
}
