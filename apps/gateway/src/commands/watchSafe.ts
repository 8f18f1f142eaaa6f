import { BaseError } from '@covault/protocol'
import type { Address } from 'viem'
import { getLatestBlock } from '../chain/blocks.js'
import { findCreationBlock } from '../chain/findCreation.js'
import { readSafe } from '../chain/probeSafe.js'
import type { SafeState } from '../chain/readSafe.js'
import type { RpcPool } from '../chain/rpcPool.js'
import { readCursor } from '../store/cursors.js'
import { readFollowedState } from '../store/followedState.js'
import type { Store } from '../store/openStore.js'
import { type StoredState, saveStates } from '../store/safeStates.js'
import { addSafe, markStatesStale, readCreationBlock } from '../store/safes.js'
import { addWatch, countWatches, touchWatch } from '../store/watches.js'

export type WatchDependencies = {
  store: Store
  pool: RpcPool
  limits: { safes: number; blocksBeforeCreation: bigint }
}

/**
 * Follows a safe from now on and reads its past, after the chain confirmed
 * that it is one. Asking again is cheap and keeps it followed.
 */
export async function watchSafe(
  { store, pool, limits }: WatchDependencies,
  parameters: { safe: Address; pinned?: boolean },
): Promise<StoredState> {
  const { chainId } = pool
  const { safe, pinned = false } = parameters
  const known = await readFollowedState(store, { chainId, safe })
  if (known) {
    if (known.due) await touchWatch(store, { chainId, safe })
    return known.state
  }
  if (!pinned && (await countWatches(store, chainId)) >= limits.safes)
    throw new TooManySafesError({ chainId, limit: limits.safes })
  const { state, creation } = await readNew({ store, pool }, safe)
  await store.transaction().execute(async (transaction) => {
    await addSafe(transaction, { chainId, safe })
    await addWatch(transaction, {
      chainId,
      safe,
      pinned,
      wantedFrom: subtract(creation, limits.blocksBeforeCreation),
    })
    await saveStates(transaction, { chainId, states: [state] })
    // The chain may have gone on since the state was read.
    await markStatesStale(transaction, { chainId, safes: [safe] })
  })
  return state
}

/** Read at the cursor where there is one, so that a reorg takes it back. */
async function readNew(
  { store, pool }: Pick<WatchDependencies, 'store' | 'pool'>,
  safe: Address,
): Promise<{ state: StoredState; creation: bigint }> {
  const { chainId } = pool
  const cursor = await readCursor(store, chainId)
  const found = await readCreationBlock(store, { chainId, safe })
  return pool.use(async (rpc) => {
    const { number, hash } = cursor ?? (await getLatestBlock(rpc))
    const state: SafeState = await readSafe(rpc, {
      safe,
      blockHash: hash,
    })
    const creation =
      found ?? (await findCreationBlock(rpc, { safe, head: number }))
    return {
      state: {
        safe,
        ...state,
        blockNumber: number,
        blockHash: hash,
        verified: true,
      },
      creation,
    }
  })
}

function subtract(a: bigint, b: bigint): bigint {
  return a > b ? a - b : 0n
}

export class TooManySafesError extends BaseError {
  override name = 'TooManySafesError'
  constructor(parameters: { chainId: number; limit: number }) {
    super(
      `This gateway follows ${parameters.limit} safes on chain ${parameters.chainId}, which is its limit.`,
    )
  }
}
