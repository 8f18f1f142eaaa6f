import {
  type Chain,
  createPublicClient,
  custom,
  defineChain,
  type Hex,
  type PublicClient,
  type Transport,
} from 'viem'
import type { ChainConfig } from '../config.js'
import { getBlockByNumber, getHead } from './blocks.js'
import type { RpcObserver } from './rpcEndpoint.js'
import { NoNodeError } from './rpcErrors.js'
import { createRpcPool, type RpcPool } from './rpcPool.js'

export type ChainClient = PublicClient<Transport, Chain>

/** The nodes of a chain, and viem's actions over them. */
export type ChainAccess = {
  chainId: number
  pool: RpcPool
  client: ChainClient
}

export function openChain(
  config: ChainConfig,
  options: { observe?: RpcObserver } = {},
): ChainAccess {
  const { chainId, rpcUrls } = config
  const pool = createRpcPool({
    chainId,
    urls: rpcUrls,
    observe: options.observe,
  })
  const client = createPublicClient({
    chain: defineChain({
      id: chainId,
      name: config.name,
      nativeCurrency: config.nativeCurrency,
      rpcUrls: { default: { http: rpcUrls } },
      contracts: {
        multicall3: { address: '0xcA11bde05977b3631167028862bE2a173976CA11' },
      },
    }),
    // The pool tries every node it has; trying again is up to whoever asks.
    transport: custom(
      {
        request: ({ method, params }) =>
          pool.use((rpc) => rpc.request(method, params ?? [])),
      },
      { retryCount: 0 },
    ),
  })
  return { chainId, pool, client }
}

export type ChainCondition =
  | { status: 'ok'; chainId: number; head: number; genesisHash: Hex }
  | { status: 'degraded'; chainId: number; reason: string }

/** A health answer must not wait as long as an indexer may. */
const patienceMs = 2_000

/** Asks the nodes who they are and where they stand. */
export async function readChainCondition({
  chainId,
  pool,
}: Pick<ChainAccess, 'chainId' | 'pool'>): Promise<ChainCondition> {
  const asked = pool.use(async (rpc): Promise<ChainCondition> => {
    const head = await getHead(rpc)
    const genesis = await getBlockByNumber(rpc, 0n)
    return genesis
      ? { status: 'ok', chainId, head: Number(head), genesisHash: genesis.hash }
      : { status: 'degraded', chainId, reason: 'The node has no first block.' }
  })
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<ChainCondition>((resolve) => {
    timer = setTimeout(
      () =>
        resolve({
          status: 'degraded',
          chainId,
          reason: `The node did not answer within ${patienceMs} ms.`,
        }),
      patienceMs,
    )
  })
  return Promise.race([asked, late])
    .catch(
      (error: unknown): ChainCondition => ({
        status: 'degraded',
        chainId,
        // Other errors may hold the node's address with a key in it.
        reason:
          error instanceof NoNodeError
            ? error.message
            : 'The node does not answer.',
      }),
    )
    .finally(() => clearTimeout(timer))
}
