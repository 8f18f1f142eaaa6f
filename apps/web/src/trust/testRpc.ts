import { type ChainConfig, createChainClient } from './chainClient.js'
import { readHead } from './head.js'

/** Asks an endpoint which chain it is and says in words what it answered. */
export async function testRpc(
  chain: ChainConfig,
  url: string,
): Promise<string> {
  const client = createChainClient({ ...chain, rpcUrl: url })
  const { number, latency } = await readHead(client, chain)
  return `Chain ${chain.chainId} at block ${number}, ${latency} ms.`
}
