import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
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
import { type Served, startServer } from '../serving/processes.js'

export type ServedDemo = {
  world: DemoWorld
  store: Store
  api: Served
  stop(): Promise<void>
}

/** The demo on a database that the benchmark can write into as well. */
export async function serveDemo(): Promise<ServedDemo> {
  const folder = mkdtempSync(join(tmpdir(), 'covault-bench-'))
  const devnet = await startDevnet({ chainId: 31337 })
  const postgres = await startEmbeddedPostgres({ dataFolder: folder, log })
  const store = await openStore({ url: postgres.url, log })
  const world = await seedDemoWorld([devnet])
  const tokenListFile = join(folder, 'tokens.json')
  const { config, tokenList } = createDemoConfig({
    chains: [devnet],
    safes: world.safes,
    tokenListFile,
  })
  writeFileSync(tokenListFile, JSON.stringify(tokenList))
  const start = (role: 'api' | 'indexer') =>
    startServer({
      folder,
      databaseUrl: postgres.url,
      configuration: config,
      role,
    })
  const indexer = await start('indexer')
  const api = await start('api')
  await waitUntilSynced(api.url, world)
  await playOffChainPart(world.offChain, { url: api.url })
  // What a benchmark invents is not on the chain, and must not be corrected.
  await indexer.stop()
  return {
    world,
    store,
    api,
    async stop() {
      await api.stop()
      await store.destroy()
      await postgres.stop()
      await devnet.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function waitUntilSynced(url: string, world: DemoWorld): Promise<void> {
  for (const { chainId, address } of world.safes)
    for (;;) {
      const reply = await fetch(
        `${url}/v1/chains/${chainId}/safes/${address}/watch`,
        { method: 'POST' },
      )
      const { synced } = (await reply.json()) as { synced?: boolean }
      if (synced) break
      await delay(100)
    }
}
