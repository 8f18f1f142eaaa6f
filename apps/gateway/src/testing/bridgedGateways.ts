import { fork } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Address } from 'viem'
import { createApp } from '../app.js'
import { startBridges } from '../bridge/startBridges.js'
import { openChain } from '../chain/client.js'
import { type Config, readConfig } from '../config.js'
import { createContext } from '../createContext.js'
import { createMetrics } from '../http/metrics.js'
import { withoutLimits } from '../moveIn/withoutLimits.js'
import type { Store } from '../store/openStore.js'
import { findFreePort } from './findFreePort.js'
import { silent } from './silent.js'
import type { TestWorld } from './testWorld.js'

/** A gateway with a database and an address that outlive it. */
export type BridgedGateway = {
  url: string
  /** Where it speaks the transaction service's API. */
  serviceUrl: string
  store: Store
  start(): Promise<void>
  /** Ends it, in a process of its own without a word. */
  end(): Promise<void>
}

const script = fileURLToPath(new URL('./wholeGateway.ts', import.meta.url))

export async function createBridgedGateway(
  world: TestWorld,
  parameters: {
    port: number
    safe: Address
    /** The other service; undefined: it has no bridge. */
    to: string | undefined
    bridge?: object
    /** Whether it can be killed. */
    isProcess?: boolean
  },
): Promise<BridgedGateway & { remove(): Promise<void> }> {
  const { port, safe: address, to, bridge, isProcess } = parameters
  const database = await world.openDatabase()
  const folder = await mkdtemp(join(tmpdir(), 'covault-bridge-'))
  const file = join(folder, 'config.json')
  const rpcUrls = [world.devnet.url]
  const own = { chainId: 31337, address, url: to, ...quick, ...bridge }
  const configuration = {
    port,
    data: folder,
    chains: [{ chainId: 31337, rpcUrls, pollSeconds: 2 }],
    following: { blocksBeforeCreation: 0 },
    access: {
      rateLimits: { writesPerMinute: 60_000, writesPerSafePerMinute: 60_000 },
    },
    bridges: to === undefined ? [] : [own],
  }
  await writeFile(file, JSON.stringify(configuration))
  await writeFile(join(folder, 'index.html'), '<title>Covault</title>')
  await writeFile(
    join(folder, 'document.json'),
    '{"scriptHashes":[],"styleHashes":[],"pageFiles":{},"integrity":{}}',
  )
  const environment = { DATABASE_URL: database.url }
  let end: (() => Promise<unknown>) | undefined
  const url = `http://127.0.0.1:${port}`
  return {
    url,
    serviceUrl: `${url}/tx-service/local1`,
    store: database.store,
    async start() {
      if (isProcess) {
        end = await startProcess([file, folder], environment)
        return
      }
      const config = await readConfig(['--config', file], environment)
      end = await startParts({ config, ...database, webFolder: folder })
    },
    async end() {
      await end?.()
      end = undefined
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  }
}

/** The API and the bridge, which are all that is looked at. */
async function startParts(parameters: {
  config: Config
  url: string
  store: Store
  webFolder: string
}): Promise<() => Promise<unknown>> {
  const { config, url: databaseUrl, store, webFolder } = parameters
  // Tests share few cores: an answer may take its time.
  const chains = config.chains.map((chain) =>
    openChain(chain, { withinMs: 20_000 }),
  )
  const parts = { config, log: silent, store, chains }
  const app = await createApp({
    ...{ ...parts, databaseUrl, webFolder },
    progress: new Map(),
    metrics: createMetrics(),
  })
  await app.listen({ host: config.host, port: config.port })
  const context = createContext({ ...parts, config: withoutLimits(config) })
  const bridges =
    config.bridges.length > 0 && startBridges({ context, databaseUrl })
  return async () => {
    if (bridges) await bridges.stop()
    await app.close()
  }
}

/** Rounds as often as tests want to see them, which takes a rich month. */
const quick = {
  callsPerSecond: 200,
  callsPerMonth: 1_000_000_000,
  pollSeconds: 0.2,
  idleSeconds: 1,
}

/** A gateway with all of its parts, and how to kill it. */
export async function startProcess(
  args: string[],
  environment: NodeJS.ProcessEnv,
  program = script,
): Promise<() => Promise<unknown>> {
  const child = fork(program, args, {
    execArgv: ['--conditions=source', '--import=tsx'],
    env: { ...process.env, ...environment },
  })
  const ended = new Promise((resolve) => child.once('exit', resolve))
  await new Promise<void>((resolve, reject) => {
    child.once('message', () => resolve())
    void ended.then(() => reject(new Error('The gateway ended.')))
  })
  return () => {
    child.kill('SIGKILL')
    return ended
  }
}

export async function findTwoPorts(): Promise<[number, number]> {
  const first = await findFreePort()
  for (;;) {
    const second = await findFreePort()
    if (second !== first) return [first, second]
  }
}
