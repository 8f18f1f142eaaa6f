import type { Logger } from 'pino'
import type { Hex } from 'viem'
import { probeCapabilities } from './chain/capabilities.js'
import type { ChainAccess } from './chain/client.js'
import type { RangeMemory } from './chain/fetchRange.js'
import { isSocketUrl } from './chain/socket.js'
import type { Config } from './config.js'
import type { Metrics } from './http/metrics.js'
import { followChain, type Progress } from './indexer/followChain.js'
import { defaultSettings, type FollowedChain } from './indexer/followedChain.js'
import { openHintSource } from './indexer/hintSource.js'
import { tellBackfill } from './indexer/tellBackfill.js'
import type { Store } from './store/openStore.js'
import { readLearnedRanges, saveEndpoint } from './store/rpcEndpoints.js'
import { readSync } from './store/watches.js'

type IndexerDependencies = {
  config: Config
  chains: readonly ChainAccess[]
  store: Store
  log: Logger
}

export type Indexer = {
  chainId: number
  progress: Progress
  stop(): Promise<void>
}

/** One follower per chain; each waits until it may lead. */
export async function startIndexers(
  dependencies: IndexerDependencies & { databaseUrl: string; metrics: Metrics },
): Promise<Indexer[]> {
  const { config, databaseUrl, metrics } = dependencies
  return Promise.all(
    config.chains.map(async ({ chainId }) => {
      const chain = await openFollowedChain(dependencies, chainId)
      void probeCapabilities(chain.pool, {
        save: (endpoint, capabilities) =>
          saveEndpoint(chain.store, { chainId, endpoint, capabilities }),
      }).catch(() => undefined)
      const { onStep, onBackfill } = metrics.observeSteps(chainId)
      const tell = tellBackfill({
        chainId,
        log: chain.log,
        readPercent: async (safe) =>
          (await readSync(chain.store, { chainId, safe })).percent,
      })
      const { progress, stop } = followChain(chain, {
        databaseUrl,
        observer: {
          onStep,
          onBackfill(step) {
            onBackfill(step)
            tell(step)
          },
        },
      })
      return { chainId, progress, stop }
    }),
  )
}

export async function openFollowedChain(
  { config, chains, store, log }: IndexerDependencies,
  chainId: number,
): Promise<FollowedChain> {
  const chainConfig = config.chains.find((chain) => chain.chainId === chainId)
  const access = chains.find((chain) => chain.chainId === chainId)
  if (!chainConfig || !access)
    throw new TypeError(`Chain ${chainId} is not configured.`)
  const { factoryMode, finalityDepth, pollMs, rpcUrls } = chainConfig
  const { hintsUrl, hintsToken } = chainConfig
  return {
    chainId,
    pool: access.patientPool,
    store,
    log,
    ranges: await createRangeMemory(store, chainId),
    hints:
      hintsUrl === undefined ? undefined : openHintSource(hintsUrl, hintsToken),
    headsUrl: rpcUrls.find(isSocketUrl),
    settings: {
      ...defaultSettings,
      factoryMode,
      finalityDepth:
        finalityDepth === undefined ? undefined : BigInt(finalityDepth),
      pollMs,
      // A chain on this machine has one node: what it forgot is gone.
      lagPatienceMs: factoryMode ? 1_000 : defaultSettings.lagPatienceMs,
      idleSeconds: config.following.idleDays * 86_400,
      blocksBeforeCreation: BigInt(config.following.blocksBeforeCreation),
      pinned: config.following.safes.flatMap((safe) =>
        safe.chainId === chainId ? [safe.address] : [],
      ),
    },
  }
}

/** Where nobody refused yet: what most providers accept. */
export const firstRange = 2_000n

/** What the nodes were found to accept outlives the process. */
async function createRangeMemory(
  store: Store,
  chainId: number,
): Promise<RangeMemory> {
  const learned: Map<Hex, bigint> = await readLearnedRanges(store, chainId)
  return {
    get: (endpoint) => learned.get(endpoint) ?? firstRange,
    learn(endpoint, learnedRange) {
      learned.set(endpoint, learnedRange)
      saveEndpoint(store, { chainId, endpoint, learnedRange }).catch(
        () => undefined,
      )
    },
  }
}
