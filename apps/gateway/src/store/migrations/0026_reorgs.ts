import type { Kysely } from 'kysely'
import { createIndexes, type Index } from '../buildIndexes.js'

export const indexes: readonly Index[] = [
  {
    name: 'coverage_end',
    table: 'coverage',
    of: '(chain_id, to_block)',
  },
  {
    name: 'watch_followed_from',
    table: 'watch',
    of: '(chain_id, followed_from)',
  },
]

/** What a reorg takes back is found by its blocks, however many safes there are. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await createIndexes(database, indexes)
}
