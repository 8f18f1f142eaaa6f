import type { Address } from 'viem'
import { NotASafeError } from '../chain/readSafe.js'
import { NoNodeError } from '../chain/rpcErrors.js'
import { type Context, getServedChain } from '../context.js'
import { NotFoundFailure, RuleFailure, StorageFailure } from '../failures.js'
import type { StoredState } from '../store/safeStates.js'
import { TooManySafesError, watchSafe } from './watchSafe.js'

/** What a safe is now; asking for it has it followed from now on. */
export async function readSafeState(
  context: Context,
  parameters: { chainId: number; safe: Address },
): Promise<StoredState> {
  const { config, store } = context
  const { access } = getServedChain(context, parameters.chainId)
  const limits = {
    safes: config.following.maximumSafes,
    blocksBeforeCreation: BigInt(config.following.blocksBeforeCreation),
  }
  try {
    return await watchSafe(
      { store, pool: access.pool, limits },
      { safe: parameters.safe },
    )
  } catch (error) {
    throw toFailure(error)
  }
}

function toFailure(error: unknown): unknown {
  if (error instanceof NotASafeError) return new NotFoundFailure()
  if (error instanceof NoNodeError)
    return new StorageFailure(422, 'Cannot get Safe info from blockchain', {
      cause: error,
    })
  if (error instanceof TooManySafesError)
    return new RuleFailure(error.message, { status: 429 })
  return error
}
