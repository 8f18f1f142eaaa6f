import { fileURLToPath } from 'node:url'
import { BaseError } from '@covault/protocol'
import type { Logger } from 'pino'
import { createApp } from './app.js'
import { createAssets } from './assets/assets.js'
import { startPriceRecorder } from './assets/recordPrices.js'
import { startBackups } from './backups/startBackups.js'
import { startBridges } from './bridge/startBridges.js'
import { openChain } from './chain/client.js'
import type { Config } from './config.js'
import { createContext } from './createContext.js'
import { createMetrics } from './http/metrics.js'
import { createTraces } from './http/traces.js'
import type { Progress } from './indexer/followChain.js'
import { withoutLimits } from './moveIn/withoutLimits.js'
import { startNotices } from './notices/startNotices.js'
import { startIndexers } from './startIndexers.js'
import { readGenesis } from './store/chains.js'
import { lockDataFolder } from './store/dataFolder.js'
import { startEmbeddedPostgres } from './store/embeddedPostgres.js'
import { openStore, type Store } from './store/openStore.js'

export type Gateway = {
  url: string
  /** What we started and a kill -9 of us would leave behind. */
  processes: { pid: number; match: string }[]
  stop(): Promise<void>
}

const builtApp = fileURLToPath(new URL('../../web/dist', import.meta.url))

/** Opens everything in order; stops, also after a failed start, in reverse order. */
export async function startGateway(parameters: {
  config: Config
  log: Logger
  webFolder?: string
}): Promise<Gateway> {
  const { config, log, webFolder = builtApp } = parameters
  const processes: Gateway['processes'] = []
  const closers: (() => Promise<unknown>)[] = []
  const stop = async () => {
    for (const close of closers.splice(0).reverse()) await close()
  }
  try {
    const url = config.databaseUrl ?? (await openEmbedded())
    const databaseUrl = config.databaseDirectUrl ?? url
    // An indexer reads what it is about to change.
    const readUrl =
      config.role === 'indexer' ? undefined : config.databaseReadUrl
    const place = { url, directUrl: databaseUrl, log }
    const store = await openStore({ ...place, readUrl })
    closers.push(() => store.destroy())
    const metrics = createMetrics()
    const traces = config.traces
      ? createTraces({ ...config.traces, log })
      : undefined
    closers.push(async () => traces?.stop())
    const chains = config.chains.map((chain) => {
      const count = metrics.observeRpc(chain.chainId)
      const trace = traces?.observeRpc(chain.chainId)
      return openChain(chain, {
        observe(call) {
          count(call)
          trace?.(call)
        },
      })
    })
    for (const { chainId, pool } of chains) {
      const genesis = await readGenesis(store, chainId)
      if (genesis !== undefined) pool.expectGenesis(genesis)
    }
    const progress = new Map<number, Progress>()
    const { otherStores, openOwnStore } = createStores(place, closers)
    // Connections of its own: however many ask, the index goes on.
    const indexed = config.role === 'all' ? await openOwnStore() : store
    if (config.role !== 'api')
      for (const follower of await startIndexers({
        config,
        chains,
        store: indexed,
        databaseUrl,
        log,
        metrics,
      })) {
        closers.push(() => follower.stop())
        progress.set(follower.chainId, follower.progress)
      }
    if (config.role !== 'api')
      await startUpkeep({
        ...{ config, chains, databaseUrl, log, closers },
        store: indexed,
        // Anyone who is slow to be told must not slow the index down.
        openOwnStore,
      })
    metrics.readProgress(progress)
    const app = await createApp({
      config,
      log,
      store,
      otherStores,
      databaseUrl,
      chains,
      progress,
      metrics,
      traces,
      webFolder,
    })
    closers.push(() => app.close())
    const { host, port } = config
    const address = await app.listen({ host, port }).catch((cause) => {
      throw cause.code === 'EADDRINUSE' ? new PortTakenError(port) : cause
    })
    return { url: address, processes, stop }
  } catch (error) {
    await stop()
    throw error
  }

  async function openEmbedded(): Promise<string> {
    const lock = await lockDataFolder(config.dataFolder)
    closers.push(() => lock.release())
    const { dataFolder, reset } = config
    const postgres = await startEmbeddedPostgres({ dataFolder, reset, log })
    closers.push(() => postgres.stop())
    const pid = postgres.pid()
    if (pid !== undefined) processes.push({ pid, match: postgres.folder })
    return postgres.url
  }
}

/** Beside the one for requests, each with connections of its own. */
function createStores(
  place: Parameters<typeof openStore>[0],
  closers: (() => Promise<unknown>)[],
) {
  const otherStores: Store[] = []
  const openOwnStore = async () => {
    const own = await openStore(place)
    otherStores.push(own)
    closers.push(() => own.destroy())
    return own
  }
  return { otherStores, openOwnStore }
}

/** What goes on beside the index: prices, backups, bridges and notices. */
async function startUpkeep({
  config,
  chains,
  store,
  databaseUrl,
  log,
  closers,
  openOwnStore,
}: {
  config: Config
  chains: ReturnType<typeof openChain>[]
  store: Store
  databaseUrl: string
  log: Logger
  closers: (() => Promise<unknown>)[]
  openOwnStore: () => Promise<Store>
}): Promise<void> {
  const patient = chains.map((chain) => ({
    ...chain,
    pool: chain.patientPool,
    firstPool: chain.patientPool,
  }))
  const recorder = startPriceRecorder(
    createAssets({ config, chains: patient, store, log }),
  )
  closers.push(() => recorder.stop())
  const { backup } = config
  if (backup) {
    const backups = startBackups({ backup, store, databaseUrl, log })
    closers.push(() => backups.stop())
  }
  if (config.bridges.length > 0) {
    const bridges = startBridges({
      context: createContext({
        config: withoutLimits(config),
        ...{ log, store, chains: patient },
      }),
      databaseUrl,
    })
    closers.push(() => bridges.stop())
  }
  const told = await openOwnStore()
  const notices = startNotices({
    context: createContext({ config, log, store: told, chains: patient }),
    databaseUrl,
  })
  closers.push(() => notices.stop())
}

export class PortTakenError extends BaseError {
  override name = 'PortTakenError'
  constructor(port: number) {
    super(
      `Port ${port} on 127.0.0.1 is taken by another program. Stop that program or choose another port with --port.`,
    )
  }
}
