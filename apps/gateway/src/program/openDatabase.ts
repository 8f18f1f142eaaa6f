import type { Logger } from 'pino'
import type { Config } from '../config.js'
import { lockDataFolder } from '../store/dataFolder.js'
import { startEmbeddedPostgres } from '../store/embeddedPostgres.js'

/** For commands that work beside no running gateway on the same folder. */
export async function openDatabase(config: Config, log: Logger) {
  if (config.databaseUrl !== undefined)
    return { url: config.databaseUrl, close: async () => undefined }
  const lock = await lockDataFolder(config.dataFolder)
  const { dataFolder } = config
  const postgres = await startEmbeddedPostgres({ dataFolder, log }).catch(
    async (error: unknown) => {
      await lock.release()
      throw error
    },
  )
  return {
    url: postgres.url,
    async close() {
      await postgres.stop()
      await lock.release()
    },
  }
}
