import { playOffChainPart } from '@covault/devnet'
import {
  openStore,
  type Store,
} from '../../apps/gateway/src/store/openStore.js'
import { createTestDatabase } from '../../apps/gateway/src/testing/createTestDatabase.js'
import { openTables } from '../../apps/gateway/src/testing/openTables.js'
import { silent as log } from '../../apps/gateway/src/testing/silent.js'
import { waitUntilSynced } from '../../apps/gateway/src/testing/waitUntilSynced.js'
import type { Served } from '../serving/processes.js'
import { type OpenDemo, openDemo } from './openDemo.js'

export type ServedDemo = Pick<OpenDemo, 'world' | 'folder' | 'stop'> & {
  databaseUrl: string
  store: Store
  api: Served
  /** One more process on the same database, of another build perhaps. */
  startAnother(program?: string): Promise<Served>
  /** The same demo by another build, on a database in that build's own form. */
  serveApart(program: string): Promise<ServedApart>
}

export type ServedApart = {
  api: Served
  /** Its tables, as that build made them. */
  store: Store
  /** One more process on that database. */
  startAnother(program: string): Promise<Served>
}

/** The demo on a database whose content only the benchmark changes. */
export async function serveDemo(): Promise<ServedDemo> {
  const demo = await openDemo([31337])
  const { world, folder, start } = demo
  const databaseUrl = demo.postgres.url
  const store = await openStore({ url: databaseUrl, log })
  const stores = [store]
  const stop = async () => {
    for (const one of stores) await one.destroy()
    await demo.stop()
  }
  try {
    const indexer = await start('indexer')
    const api = await start('api')
    await waitUntilSynced(api.url, world)
    await playOffChainPart(world.offChain, { url: api.url })
    // What a benchmark invents is not on the chain, and must not be corrected.
    await indexer.stop()
    const startAnother = (program?: string) => start('api', program)
    const serveApart = async (program: string): Promise<ServedApart> => {
      const url = await createTestDatabase(demo.postgres.url)
      const indexer = await start('indexer', program, url)
      const api = await start('api', program, url)
      await waitUntilSynced(api.url, world)
      await playOffChainPart(world.offChain, { url: api.url })
      await indexer.stop()
      const store = openTables(url)
      stores.push(store)
      return { api, store, startAnother: (other) => start('api', other, url) }
    }
    const served = { world, store, databaseUrl, folder, api, stop }
    return { ...served, startAnother, serveApart }
  } catch (error) {
    await stop()
    throw error
  }
}
