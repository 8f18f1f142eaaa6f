import type { Hex } from 'viem'
import type { ChainConfig } from '../chainsConfig.js'
import { getBlockByNumber, getHead } from './blocks.js'
import { createDoor, type Door, patienceMs as doorPatienceMs } from './door.js'
import type { RpcObserver } from './rpcEndpoint.js'
import { NoNodeError } from './rpcErrors.js'
import { createRpcPool, type RpcPool } from './rpcPool.js'

/** The pools that reads of a chain choose from. */
export type ChainPools = Pick<
  ChainAccess,
  'chainId' | 'pool' | 'firstPool' | 'patientPool'
>

/** The nodes of a chain. */
export type ChainAccess = {
  chainId: number
  /** For answers that somebody waits for. */
  pool: RpcPool
  /** For writes, and for what nobody has read before: there is no older answer. */
  firstPool: RpcPool
  /** For work in the background, which may wait for a slow node. */
  patientPool: RpcPool
  /** For what others ask through us. */
  door: Door
}

/** Anyone who waits for an answer gets an older one after this. */
const patienceMs = 800
/** A node that is only slow is waited for where there is none. */
const slowPatienceMs = 8_000

export function openChain(
  config: ChainConfig,
  options: { observe?: RpcObserver; withinMs?: number } = {},
): ChainAccess {
  const { chainId, rpcUrls } = config
  const { observe, withinMs = patienceMs } = options
  const patientPool = createRpcPool({ chainId, urls: rpcUrls, observe })
  const pool = patientPool.hurried({ withinMs })
  const firstPool = patientPool.hurried({
    withinMs,
    whileAliveMs: slowPatienceMs,
  })
  const door = createDoor({
    // Of its own: where readers gave a node up in their hurry, it may answer.
    pool: patientPool.hurried({ withinMs: doorPatienceMs }),
    urls: rpcUrls,
    observe,
  })
  return { chainId, pool, firstPool, patientPool, door }
}

export type ChainCondition =
  | { status: 'ok'; chainId: number; head: number; genesisHash: Hex }
  | { status: 'degraded'; chainId: number; reason: string }

/** Asks the nodes who they are and where they stand. */
export async function readChainCondition({
  chainId,
  pool,
}: Pick<ChainAccess, 'chainId' | 'pool'>): Promise<ChainCondition> {
  return pool
    .use(async (rpc): Promise<ChainCondition> => {
      const head = await getHead(rpc)
      const genesis = await getBlockByNumber(rpc, 0n)
      return genesis
        ? {
            status: 'ok',
            chainId,
            head: Number(head),
            genesisHash: genesis.hash,
          }
        : {
            status: 'degraded',
            chainId,
            reason: 'The RPC endpoint has no first block.',
          }
    })
    .catch(
      (error: unknown): ChainCondition => ({
        status: 'degraded',
        chainId,
        // Other errors may hold the node's address with a key in it.
        reason:
          error instanceof NoNodeError
            ? error.message
            : 'The RPC endpoint does not answer.',
      }),
    )
}
