import type { Address } from 'viem'
import { toQuantity } from './blocks.js'
import type { RpcEndpoint } from './rpcEndpoint.js'
import { RpcAnswerError } from './rpcErrors.js'

/**
 * The first block in which there is code at the address: some 25 questions.
 * 0 when the node no longer knows the past.
 */
export async function findCreationBlock(
  rpc: RpcEndpoint,
  parameters: { safe: Address; head: bigint },
): Promise<bigint> {
  const { safe, head } = parameters
  const hasCode = async (number: bigint) =>
    (await rpc.request('eth_getCode', [safe, toQuantity(number)])) !== '0x'
  try {
    let [low, high] = [0n, head]
    while (low < high) {
      const middle = (low + high) / 2n
      if (await hasCode(middle)) high = middle
      else low = middle + 1n
    }
    return low
  } catch (error) {
    if (error instanceof RpcAnswerError) return 0n
    throw error
  }
}
