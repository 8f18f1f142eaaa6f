import { mostNoncesAhead, recommendNonce } from '@covault/protocol'
import type { Address } from 'viem'
import type { Context } from '../context.js'
import { readWaitingNonces } from '../store/transactions.js'
import { readSafeState } from './readSafeState.js'

/** The next nonce of the chain, and the next that nobody proposed yet. */
export async function readNonces(
  context: Context,
  parameters: { chainId: number; safe: Address },
): Promise<{ currentNonce: number; recommendedNonce: number }> {
  const { nonce: current } = await readSafeState(context, parameters)
  const waiting = await readWaitingNonces(context.store, {
    ...parameters,
    fromNonce: current,
    // Further ahead nothing is accepted.
    limit: Number(mostNoncesAhead) + 1,
  })
  return {
    currentNonce: Number(current),
    recommendedNonce: Number(recommendNonce({ current, waiting })),
  }
}
