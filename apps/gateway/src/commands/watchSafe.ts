import type { Address } from 'viem'
import type { RpcPool } from '../chain/rpcPool.js'
import { readFollowedState } from '../store/followedState.js'
import type { Store } from '../store/openStore.js'
import type { StoredState } from '../store/safeStates.js'
import {
  type Interest,
  raiseInterest,
  type SlotLimits,
  takeSlot,
} from '../store/slots.js'
import { ifWritable } from '../store/storeFailure.js'
import { touchWatch } from '../store/watches.js'
import type { ChainStates } from './chainStates.js'

export type WatchDependencies = {
  store: Store
  pool: RpcPool
  states: ChainStates
  limits: SlotLimits
}

/** `followed`: it was so before it was asked for. */
export type Watched = { state: StoredState; followed: boolean }

/**
 * What a safe is now. One that is followed is known; any other is read from
 * the chain, and followed from now on if there is a slot for it.
 */
export async function watchSafe(
  { store, pool, states, limits }: WatchDependencies,
  parameters: { safe: Address; interest?: Interest },
): Promise<Watched> {
  const { chainId } = pool
  const { safe, interest = 'looked' } = parameters
  const known = await readFollowedState(store, { chainId, safe })
  if (!known) {
    const state = await states.read({ store, pool, safe })
    const follow = () => takeSlot(store, { chainId, state, interest, limits })
    if (interest === 'looked') await ifWritable(states.inTurn(follow))
    else await follow()
    return { state, followed: false }
  }
  if (known.interest === 'looked' && interest !== 'looked')
    await raiseInterest(store, { chainId, safe, interest })
  else if (known.due) await ifWritable(touchWatch(store, { chainId, safe }))
  return { state: known.state, followed: true }
}
