import { type ChainConfig, createNodeClient } from './chainClient.js'
import { readHead } from './head.js'

/** Asks an endpoint which chain it is and says in words what it answered. */
export async function testRpc(
  chain: ChainConfig,
  url: string,
): Promise<string> {
  const { number, latency } = await readHead(createNodeClient(url), chain)
  return `Chain ${chain.chainId} at block ${number}, ${latency} ms.`
}
