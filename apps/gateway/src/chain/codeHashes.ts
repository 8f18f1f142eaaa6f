import { type Address, type Hex, keccak256 } from 'viem'
import { isBytes } from './answer.js'
import type { RpcEndpoint } from './rpcEndpoint.js'
import { RpcInconsistentError } from './rpcErrors.js'

/** Of those that have code. */
export async function readCodeHashes(
  rpc: RpcEndpoint,
  addresses: readonly Address[],
): Promise<Map<Address, Hex>> {
  const outcomes = await rpc.batch(
    addresses.map((address) => ({
      method: 'eth_getCode',
      params: [address, 'latest'],
    })),
  )
  const hashes = new Map<Address, Hex>()
  for (const [index, address] of addresses.entries()) {
    const outcome = outcomes[index]
    if (outcome?.error) throw outcome.error
    const code = outcome?.result
    if (!isBytes(code))
      throw new RpcInconsistentError(
        'The RPC endpoint answered with something other than code.',
      )
    if (code !== '0x') hashes.set(address, keccak256(code))
  }
  return hashes
}
