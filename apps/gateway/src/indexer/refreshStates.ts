import { askForBlock } from '../chain/limits/missingBlock.js'
import { readSafes } from '../chain/readSafe.js'
import type { RpcEndpoint } from '../chain/rpcEndpoint.js'
import { applyStates } from '../store/applyBlocks.js'
import type { Cursor } from '../store/cursors.js'
import { readStates, type StoredState } from '../store/safeStates.js'
import { listStaleSafes } from '../store/safes.js'
import { compareStates } from './compareStates.js'
import type { FollowedChain } from './followedChain.js'

export const statesPerStep = 100

/** Reads at the cursor what is not known there: new safes, and what a reorg took. */
export async function refreshStates(
  chain: FollowedChain,
  rpc: RpcEndpoint,
  cursor: Cursor,
): Promise<void> {
  const { chainId, store } = chain
  const stale = await listStaleSafes(store, { chainId, limit: statesPerStep })
  if (stale.length === 0) return
  const question = { safes: stale, blockHash: cursor.hash }
  const answers = await askForBlock(() => readSafes(rpc, question))
  const known = await readStates(store, { chainId, safes: stale })
  const states = stale.flatMap((safe, index): StoredState[] => {
    const state = answers[index]
    if (state === undefined || state instanceof Error) return []
    const { changed } = compareStates({
      former: known.get(safe),
      present: state,
      activities: [],
    })
    const { number: blockNumber, hash: blockHash } = cursor
    return changed
      ? [{ safe, ...state, blockNumber, blockHash, verified: true }]
      : []
  })
  await applyStates(store, { chainId, cursor, states, read: stale })
}
