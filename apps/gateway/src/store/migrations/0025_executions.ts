import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import { createIndexes, type Index } from '../buildIndexes.js'

export const indexes: readonly Index[] = [
  {
    name: 'multisig_tx_execution',
    table: 'multisig_tx',
    of: `(chain_id, safe, block_number desc, tx_index desc, log_index desc)
      where block_number is not null`,
  },
]

/** Executions of a safe in the order of the chain; which releases may run. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await createIndexes(database, indexes)
  // The oldest migration that a process must know to work on this database. One
  // that older releases cannot live with writes its own name here.
  await sql`
    create table release_floor (
      one boolean primary key default true check (one),
      migration text not null
    )
  `.execute(database)
  await sql`
    insert into release_floor (migration) values ('0025_executions')
  `.execute(database)
}
