import { Kysely, Migrator, PostgresDialect } from 'kysely'
import type { Database } from '../store/database.js'
import { migrations } from '../store/migrate.js'
import type { Store } from '../store/openStore.js'
import { openPool } from '../store/pool.js'
import { silent } from './silent.js'

/** A database as an earlier release has left it. */
export async function migrateTo(url: string, name: string): Promise<Store> {
  const pool = openPool({ url, log: silent })
  const store = new Kysely<Database>({ dialect: new PostgresDialect({ pool }) })
  const migrator = new Migrator({
    db: store,
    provider: { getMigrations: async () => migrations },
  })
  const { error } = await migrator.migrateTo(name)
  if (error) throw error
  return store
}
