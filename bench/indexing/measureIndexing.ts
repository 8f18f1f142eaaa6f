import type { Devnet } from '@covault/devnet'
import type { Address } from 'viem'
import type { ChainLog } from '../../apps/gateway/src/chain/fetchLogs.js'
import { createRpcPool } from '../../apps/gateway/src/chain/rpcPool.js'
import { createChainStates } from '../../apps/gateway/src/commands/chainStates.js'
import { watchSafe } from '../../apps/gateway/src/commands/watchSafe.js'
import { groupByActivity } from '../../apps/gateway/src/indexer/activity.js'
import { advance } from '../../apps/gateway/src/indexer/advance.js'
import { backfill } from '../../apps/gateway/src/indexer/backfill.js'
import {
  defaultSettings,
  type FollowedChain,
} from '../../apps/gateway/src/indexer/followedChain.js'
import { readLogs } from '../../apps/gateway/src/indexer/readLogs.js'
import { insertRows } from '../../apps/gateway/src/store/insertRows.js'
import type { Store } from '../../apps/gateway/src/store/openStore.js'
import { readStates } from '../../apps/gateway/src/store/safeStates.js'
import { silent as log } from '../../apps/gateway/src/testing/silent.js'
import { type NodeShare, observeNode } from './nodeShare.js'

export function openBenchChain(
  devnet: Devnet,
  store: Store,
): FollowedChain & { share: NodeShare } {
  const { chainId, url } = devnet
  const { pool, share } = observeNode(
    createRpcPool({ chainId, urls: [url], timeoutMs: 60_000 }),
  )
  return {
    chainId,
    store,
    log,
    pool,
    share,
    ranges: { get: () => 100n, learn: () => undefined },
    settings: {
      ...defaultSettings,
      pollMs: 200,
      blocksBeforeCreation: 1_000_000n,
    },
  }
}

/** All of the past of the safes, as if they were asked for the first time. */
export async function measureIndexing(
  chain: FollowedChain & { share: NodeShare },
  safes: readonly Address[],
): Promise<{ seconds: number; node: NodeShare }> {
  const { store, pool, share } = chain
  await advance(chain)
  const limits = { safes: 1000, lookers: 1000 }
  const states = createChainStates()
  for (const safe of safes)
    await watchSafe({ store, pool, states, limits }, { safe })
  await advance(chain)
  const before = { ...share }
  const started = performance.now()
  while ((await backfill(chain)).type !== 'done') {
    // Until all of the past is stored.
  }
  return {
    seconds: (performance.now() - started) / 1000,
    node: {
      seconds: share.seconds - before.seconds,
      bodies: share.bodies - before.bodies,
    },
  }
}

const tables = [
  ...['cursor', 'block', 'safe', 'watch', 'coverage', 'safe_state'],
  ...['safe_owner', 'log_raw', 'multisig_tx', 'transfer', 'timeline'],
  ...['counter', 'outbox'],
] as const

/** So that the next round begins as the first did. */
export async function forgetEverything(store: Store): Promise<void> {
  for (const table of tables)
    await store.deleteFrom(table as 'timeline').execute()
}

/** What decoding, interpreting and inserting take alone. */
export async function measureParts(
  chain: FollowedChain,
  parameters: { logs: readonly ChainLog[]; safes: readonly Address[] },
): Promise<{
  decodeSeconds: number
  interpretSeconds: number
  insertSeconds: number
}> {
  const { chainId, store, pool } = chain
  const { logs } = parameters
  const safes = new Set(parameters.safes)
  const states = await readStates(store, { chainId, safes: [...safes] })
  const started = performance.now()
  const decoded = groupByActivity({ logs, safes, times: new Map() })
  const afterDecoding = performance.now()
  const rows = await pool.use((rpc) =>
    readLogs(chain, rpc, {
      logs,
      safes,
      decoded,
      states,
      noncesUsed: new Map(),
    }),
  )
  const afterInterpreting = performance.now()
  await store
    .transaction()
    .execute((transaction) =>
      insertRows(transaction, { chainId: chainId + 1, rows }),
    )
  const ended = performance.now()
  return {
    decodeSeconds: (afterDecoding - started) / 1000,
    interpretSeconds: (afterInterpreting - afterDecoding) / 1000,
    insertSeconds: (ended - afterInterpreting) / 1000,
  }
}
