import { playOffChainPart } from '@covault/devnet'
import {
  openStore,
  type Store,
} from '../../apps/gateway/src/store/openStore.js'
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
}

/** The demo on a database whose content only the benchmark changes. */
export async function serveDemo(): Promise<ServedDemo> {
  const demo = await openDemo([31337])
  const { world, folder, start } = demo
  const databaseUrl = demo.postgres.url
  const store = await openStore({ url: databaseUrl, log })
  const stop = async () => {
    await store.destroy()
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
    return { world, store, databaseUrl, folder, api, startAnother, stop }
  } catch (error) {
    await stop()
    throw error
  }
}
