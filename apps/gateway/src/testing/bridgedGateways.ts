import { fork } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Address } from 'viem'
import { readConfig } from '../config.js'
import { startGateway } from '../startGateway.js'
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
    access: { rateLimits: { writesPerMinute: 60_000 } },
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
      const gateway = await startGateway({
        ...{ config, log: silent, webFolder: folder },
      })
      end = () => gateway.stop()
    },
    async end() {
      await end?.()
      end = undefined
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  }
}

/** Rounds as often as tests want to see them. */
const quick = { callsPerSecond: 200, pollSeconds: 0.2, idleSeconds: 1 }

async function startProcess(
  args: string[],
  environment: NodeJS.ProcessEnv,
): Promise<() => Promise<unknown>> {
  const child = fork(script, args, {
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
