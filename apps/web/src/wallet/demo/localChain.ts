import { getChainId } from 'viem/actions'
import {
  type ChainClient,
  type ChainConfig,
  createNodeClient,
} from '../../trust/chainClient.js'
import { isDoor } from '../../trust/endpoint.js'
import { WalletError } from '../walletErrors.js'

/** The chains of the demo world; the keys are public, so no other may be used. */
export const demoChainIds: readonly number[] = [31_337, 31_338]

declare const named: unique symbol
declare const proven: unique symbol

/**
 * Named as one of this machine, and no node says that it is another. The demo
 * keys sign for it only what names it as well: no other chain takes that.
 */
export type NamedLocalChain = ChainConfig & { readonly [named]: true }

/**
 * A chain that was proven to be one of this machine. Only proveLocalChain
 * makes one, and for nothing else the demo keys sign and send all they are asked.
 */
export type LocalChain = NamedLocalChain & { readonly [proven]: true }

/**
 * What can be known without asking: the id, and that the node is here. The
 * gateway's own `/rpc` is none: it passes nothing on that is sent.
 */
export function looksLocal({ chainId, rpcUrl }: ChainConfig): boolean {
  return demoChainIds.includes(chainId) && isLoopback(rpcUrl) && !isDoor(rpcUrl)
}

export async function proveLocalChain(
  chain: ChainConfig,
  createClient: (url: string) => ChainClient = createNodeClient,
): Promise<LocalChain> {
  if (!looksLocal(chain)) throw new NotLocalChainError(chain)
  const answered = await getChainId(createClient(chain.rpcUrl)).catch(
    (cause) => {
      throw new SilentNodeError(chain, { cause })
    },
  )
  if (answered !== chain.chainId) throw new NotLocalChainError(chain)
  return chain as LocalChain
}

/** For what can do without a node: one that answers is heard all the same. */
export async function nameLocalChain(
  chain: ChainConfig,
): Promise<NamedLocalChain> {
  try {
    return await proveLocalChain(chain)
  } catch (error) {
    if (error instanceof SilentNodeError) return chain as NamedLocalChain
    throw error
  }
}

function isLoopback(url: string): boolean {
  if (!URL.canParse(url)) return false
  const { protocol, hostname } = new URL(url)
  return (
    ['http:', 'https:', 'ws:', 'wss:'].includes(protocol) &&
    ['127.0.0.1', 'localhost', '[::1]'].includes(hostname)
  )
}

export class NotLocalChainError extends WalletError {
  constructor(
    { name, chainId }: { name: string; chainId: number },
    options: { cause?: unknown } = {},
  ) {
    super(
      `Demo accounts only work on local networks, and ${name} (chain ${chainId}) isn’t proven to be one.`,
      options,
    )
  }
}

/** It may be the chain: nobody is there who could say so. */
export class SilentNodeError extends WalletError {
  constructor({ name }: { name: string }, options: { cause?: unknown } = {}) {
    super(
      `Can’t reach ${name}. Until it answers, demo accounts can only sign transactions and messages of a safe on it.`,
      options,
    )
  }
}
