import type { ChainBlock } from './blocks.js'
import type { RpcEndpoint } from './rpcEndpoint.js'
import { RpcAnswerError } from './rpcErrors.js'

/** Whether the node already knows what the transactions of a block did. */
export async function hasReceipts(
  rpc: RpcEndpoint,
  { lastTransaction }: ChainBlock,
): Promise<boolean> {
  if (lastTransaction === undefined) return true
  try {
    const answer = await rpc.request('eth_getTransactionReceipt', [
      lastTransaction,
    ])
    return answer !== null
  } catch (error) {
    // Some nodes refuse to answer for what they do not have yet.
    if (error instanceof RpcAnswerError) return false
    throw error
  }
}
