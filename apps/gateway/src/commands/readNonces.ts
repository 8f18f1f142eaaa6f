import { recommendNonce } from '@covault/protocol'
import type { Address } from 'viem'
import type { Context } from '../context.js'
import { readHighestNonce } from '../store/transactions.js'
import { readSafeState } from './readSafeState.js'

/** The next nonce of the chain, and the next that nobody proposed yet. */
export async function readNonces(
  context: Context,
  parameters: { chainId: number; safe: Address },
): Promise<{ currentNonce: number; recommendedNonce: number }> {
  const { nonce } = await readSafeState(context, parameters)
  const highest = await readHighestNonce(context.store, parameters)
  return {
    currentNonce: Number(nonce),
    recommendedNonce: Number(
      recommendNonce({
        current: nonce,
        proposed: highest === undefined ? [] : [highest],
      }),
    ),
  }
}
