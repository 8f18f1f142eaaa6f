import {
  type Chain,
  createPublicClient,
  defineChain,
  type Hex,
  http,
  type PublicClient,
  type Transport,
} from 'viem'
import type { ChainConfig } from '../config.js'

export type ChainClient = PublicClient<Transport, Chain>

export function createChainClient(config: ChainConfig): ChainClient {
  return createPublicClient({
    chain: defineChain({
      id: config.chainId,
      name: config.name,
      nativeCurrency: config.nativeCurrency,
      rpcUrls: { default: { http: config.rpcUrls } },
    }),
    // A dead node must not hold a health answer: one try, two seconds.
    transport: http(config.rpcUrls[0], { timeout: 2_000, retryCount: 0 }),
  })
}

export type ChainCondition =
  | { status: 'ok'; chainId: number; head: number; genesisHash: Hex }
  | { status: 'degraded'; chainId: number; reason: string }

/** Asks the node who it is and where it stands. */
export async function readChainCondition(
  client: ChainClient,
): Promise<ChainCondition> {
  const chainId = client.chain.id
  try {
    const [answered, head, genesis] = await Promise.all([
      client.getChainId(),
      client.getBlockNumber({ cacheTime: 0 }),
      client.getBlock({ blockNumber: 0n }),
    ])
    if (answered !== chainId)
      return {
        status: 'degraded',
        chainId,
        reason: `The node answers for chain ${answered}, not ${chainId}.`,
      }
    return {
      status: 'ok',
      chainId,
      head: Number(head),
      genesisHash: genesis.hash,
    }
  } catch {
    // The node's own words may hold its address with a key: they stay out.
    return {
      status: 'degraded',
      chainId,
      reason: 'The node does not answer.',
    }
  }
}
