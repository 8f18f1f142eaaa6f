import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  createDemoConfig,
  type DemoWorld,
  playOffChainPart,
  seedDemoWorld,
  startDevnet,
} from '@covault/devnet'
import { startEmbeddedPostgres } from '../../apps/gateway/src/store/embeddedPostgres.js'
import {
  openStore,
  type Store,
} from '../../apps/gateway/src/store/openStore.js'
import { silent as log } from '../../apps/gateway/src/testing/silent.js'
import { waitUntilSynced } from '../../apps/gateway/src/testing/waitUntilSynced.js'
import { type Served, startServer } from '../serving/processes.js'

export type ServedDemo = {
  world: DemoWorld
  store: Store
  databaseUrl: string
  /** For files of the benchmark; gone when the demo stops. */
  folder: string
  api: Served
  /** One more process on the same database, of another build perhaps. */
  startAnother(program?: string): Promise<Served>
  stop(): Promise<void>
}

/** The demo on a database that the benchmark can write into as well. */
export async function serveDemo(): Promise<ServedDemo> {
  const folder = mkdtempSync(join(tmpdir(), 'covault-bench-'))
  const devnet = await startDevnet({ chainId: 31337 })
  const postgres = await startEmbeddedPostgres({ dataFolder: folder, log })
  const { url: databaseUrl } = postgres
  const store = await openStore({ url: databaseUrl, log })
  const running: Served[] = []
  const stop = async () => {
    for (const server of running.reverse())
      await server.stop().catch(() => undefined)
    await store.destroy()
    await postgres.stop()
    await devnet.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    const world = await seedDemoWorld([devnet])
    const tokenListFile = join(folder, 'tokens.json')
    const { config: configuration, tokenList } = createDemoConfig({
      chains: [devnet],
      safes: world.safes,
      tokenListFile,
    })
    writeFileSync(tokenListFile, JSON.stringify(tokenList))
    const start = async (role: 'api' | 'indexer', program?: string) => {
      const place = {
        ...{ folder, databaseUrl, configuration, role },
        ...(program && { program }),
      }
      const server = await startServer(place)
      running.push(server)
      return server
    }
    const indexer = await start('indexer')
    const api = await start('api')
    await waitUntilSynced(api.url, world)
    await playOffChainPart(world.offChain, { url: api.url })
    // What a benchmark invents is not on the chain, and must not be corrected.
    await indexer.stop()
    const startAnother = (program?: string) => start('api', program)
    return { world, store, databaseUrl, folder, api, startAnother, stop }
  } catch (error) {
    await stop()
    throw error
  }
}
