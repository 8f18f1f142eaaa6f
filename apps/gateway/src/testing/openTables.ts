import { Kysely, PostgresDialect } from 'kysely'
import type { Database } from '../store/database.js'
import type { Store } from '../store/openStore.js'
import { openPool } from '../store/pool.js'
import { silent as log } from './silent.js'

/** A database as another build made it: this one's migrations stay away. */
export function openTables(url: string): Store {
  const pool = openPool({ url, log })
  return new Kysely<Database>({ dialect: new PostgresDialect({ pool }) })
}
