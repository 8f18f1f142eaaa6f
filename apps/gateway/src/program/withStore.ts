import type { Logger } from 'pino'
import type { Config } from '../config.js'
import { openStore, type Store } from '../store/openStore.js'
import { openDatabase } from './openDatabase.js'

/** Opens the database of a configuration while something is done with it. */
export async function withStore<result>(
  { config, log }: { config: Config; log: Logger },
  action: (store: Store) => Promise<result>,
): Promise<result> {
  const database = await openDatabase(config, log)
  try {
    const store = await openStore({
      ...{ url: database.url, log },
      directUrl: config.databaseDirectUrl,
    })
    try {
      return await action(store)
    } finally {
      await store.destroy()
    }
  } finally {
    await database.close()
  }
}
