import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Devnet, deploySafeContracts, startDevnet } from '@covault/devnet'
import type { Logger } from 'pino'
import type { Address, Hex } from 'viem'
import { expect } from 'vitest'
import { createRpcPool } from '../chain/rpcPool.js'
import { createChainStates } from '../commands/chainStates.js'
import { watchSafe } from '../commands/watchSafe.js'
import { advance, type Step } from '../indexer/advance.js'
import { backfill } from '../indexer/backfill.js'
import {
  defaultSettings,
  type FollowedChain,
  type FollowSettings,
} from '../indexer/followedChain.js'
import { recheck } from '../indexer/recheck.js'
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '../store/embeddedPostgres.js'
import { openStore, type Store } from '../store/openStore.js'
import { createTestDatabase } from './createTestDatabase.js'
import { migrateAsNewer } from './migrateAsNewer.js'
import { share } from './share.js'
import { silent } from './silent.js'
import { startBeside } from './startBeside.js'

/** One chain and one database server per test file. */
export type TestWorld = {
  devnet: Devnet
  postgres: EmbeddedPostgres
  openDatabase(): Promise<{ url: string; store: Store }>
  stop(): Promise<void>
}

export async function startTestWorld({
  chainId = 31337,
}: {
  chainId?: number
} = {}): Promise<TestWorld> {
  const folder = await mkdtemp(join(tmpdir(), 'covault-indexer-'))
  const [devnet, postgres] = await Promise.all([
    startDevnet({ chainId, noMining: true }),
    startEmbeddedPostgres({ dataFolder: folder, log: silent }),
  ])
  await deploySafeContracts(devnet)
  const stores: Store[] = []
  let migrated: Promise<string> | undefined
  return {
    devnet,
    postgres,
    async openDatabase() {
      migrated ??= migrateOnce(postgres.url)
      const url = await createTestDatabase(postgres.url, await migrated)
      const store = await openStore({ url, log: silent })
      stores.push(store)
      await startBeside({ url, chainId, rpcUrl: devnet.url })
      return { url, store }
    },
    async stop() {
      for (const store of stores) await store.destroy()
      const stopped = postgres.stop()
      // Nobody reads this database again: it need not tidy up for that.
      const pid = postgres.pid()
      if (pid !== undefined) process.kill(pid, 'SIGQUIT')
      await Promise.all([stopped, devnet.stop()])
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Copying a database that has all tables is faster than making them again. */
async function migrateOnce(server: string): Promise<string> {
  const url = await createTestDatabase(server)
  const store = await openStore({ url, log: silent })
  if (isBesideNewer) await migrateAsNewer(store)
  await store.destroy()
  return new URL(url).pathname.slice(1)
}

export const shareTestWorld = share(() => startTestWorld())

/** Whether all is played on a database that a newer release has migrated. */
const isBesideNewer = process.env.COVAULT_TEST_BESIDE_NEWER === '1'

/** Whether all scenarios are played as if very many safes were followed. */
const readsWhole = process.env.COVAULT_TEST_WHOLE_BLOCKS === '1'

export function createTestChain(parameters: {
  store: Store
  urls: readonly string[]
  chainId?: number
  settings?: Partial<FollowSettings>
  timeoutMs?: number
  range?: bigint
  log?: Logger
}): FollowedChain & { learned: Map<Hex, bigint> } {
  const { store, urls, chainId = 31337, range = 2_000n } = parameters
  const learned = new Map<Hex, bigint>()
  return {
    chainId,
    store,
    log: parameters.log ?? silent,
    pool: createRpcPool({
      chainId,
      urls,
      timeoutMs: parameters.timeoutMs ?? 20_000,
    }),
    learned,
    ranges: {
      get: (endpoint) => learned.get(endpoint) ?? range,
      learn: (endpoint, size) => learned.set(endpoint, size),
    },
    // So that few logs are several steps.
    settings: {
      ...defaultSettings,
      ...(readsWhole && { wholeBlocksAbove: 0 }),
      logsPerStep: 3,
      pollMs: 20,
      ...parameters.settings,
    },
  }
}

export const testLimits = { safes: 1000, lookers: 1000 }

export async function watch(
  chain: FollowedChain,
  safe: Address,
): Promise<void> {
  const { store, pool } = chain
  const states = createChainStates()
  await watchSafe({ store, pool, states, limits: testLimits }, { safe })
}

/** Steps until there is nothing left to do; answers with the steps. */
export async function catchUp(
  chain: FollowedChain,
  options: { acceptShorter?: boolean } = {},
): Promise<Step[]> {
  const steps: Step[] = []
  for (;;) {
    const step = await advance(chain, options)
    steps.push(step)
    if (step.type === 'idle' || step.type === 'held') break
  }
  while ((await backfill(chain)).type !== 'done') {
    // Until the past is known.
  }
  return steps
}

/** What must hold after every test: the store says what the chain says. */
export async function expectSameAsChain(
  chain: FollowedChain,
  safes: readonly Address[],
): Promise<void> {
  for (const safe of safes) expect(await recheck(chain, safe)).toEqual([])
}
