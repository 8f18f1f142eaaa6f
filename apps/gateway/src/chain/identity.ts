import type { Hex } from 'viem'
import { getBlockByNumber } from './blocks.js'
import type { RpcEndpoint } from './rpcEndpoint.js'
import {
  OtherGenesisError,
  RpcAnswerError,
  RpcUnavailableError,
  WrongChainError,
} from './rpcErrors.js'

/** What a node has to be: of this chain id, and with this first block. */
export type Identity = {
  chainId: number
  /** Undefined: no node was asked for it yet. */
  genesis: Hex | undefined
}

/** When a node was found to be the one that is meant, and how it was reached. */
export type IdentityCheck = {
  at: number
  connections: number
  genesis: Hex | undefined
}

/** Behind one address another node may appear without a word. */
const checkedForMs = 60_000

/** Asks a node who it is where that is not known; throws if it is another. */
export async function checkIdentity(
  rpc: RpcEndpoint,
  parameters: {
    identity: Identity
    last: IdentityCheck | undefined
    countConnections(): number
    now: number
  },
): Promise<IdentityCheck> {
  const { identity, last, countConnections, now } = parameters
  const { chainId, genesis } = identity
  const isRecent =
    last?.genesis === genesis && now - (last?.at ?? 0) < checkedForMs
  if (last && isRecent && last.connections === countConnections()) return last
  // The first block says more than the id, which chains may share.
  if (!last || !isRecent || genesis === undefined)
    await checkChainId(rpc, chainId)
  if (genesis !== undefined) await checkGenesis(rpc, genesis)
  const at = last && isRecent ? last.at : now
  return { at, connections: countConnections(), genesis }
}

async function checkChainId(rpc: RpcEndpoint, chainId: number): Promise<void> {
  const answered = Number(
    await rpc.request('eth_chainId', []).catch((error: unknown) => {
      throw error instanceof RpcAnswerError
        ? new RpcUnavailableError(
            'The RPC endpoint does not report its chain ID.',
          )
        : error
    }),
  )
  if (answered !== chainId)
    throw new WrongChainError({ expected: chainId, answered })
}

export async function checkGenesis(
  rpc: RpcEndpoint,
  genesis: Hex,
): Promise<void> {
  const first = await getBlockByNumber(rpc, 0n)
  if (first?.hash !== genesis)
    throw new OtherGenesisError({ known: genesis, found: first?.hash })
}
