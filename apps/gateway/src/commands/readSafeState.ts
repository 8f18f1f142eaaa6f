import type { Address } from 'viem'
import { NotASafeError } from '../chain/readSafe.js'
import { NoNodeError } from '../chain/rpcErrors.js'
import { type Context, getServedChain } from '../context.js'
import { NotFoundFailure, StorageFailure } from '../failures.js'
import type { StoredState } from '../store/safeStates.js'
import type { Interest } from '../store/slots.js'
import { type Watched, watchSafe } from './watchSafe.js'

/**
 * What a safe is now. Asking has it followed where there is room for those
 * who look; anyone who has proven an interest comes before them.
 */
export async function readSafeState(
  context: Context,
  parameters: { chainId: number; safe: Address; interest?: Interest },
): Promise<StoredState> {
  return (await readFollowed(context, parameters)).state
}

/** The same, with whether every change of it will be told. */
export async function readFollowed(
  context: Context,
  parameters: { chainId: number; safe: Address; interest?: Interest },
): Promise<Watched> {
  const { store, states } = context
  const { chainId, ...asked } = parameters
  const { firstPool: pool } = getServedChain(context, chainId).access
  const { maximumSafes: safes, lookers } = context.config.following
  const limits = { safes, lookers }
  try {
    return await watchSafe({ store, pool, states, limits }, asked)
  } catch (error) {
    throw toFailure(error)
  }
}

function toFailure(error: unknown): unknown {
  if (error instanceof NotASafeError) return new NotFoundFailure()
  // The status is the wire's; that it passes is told by the header.
  if (error instanceof NoNodeError)
    return new StorageFailure(422, 'Cannot get Safe info from blockchain', {
      retryAfter: 1,
      cause: error,
    })
  return error
}
