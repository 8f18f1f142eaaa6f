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

declare const proven: unique symbol

/**
 * A chain that was proven to be one of this machine. Only proveLocalChain
 * makes one, and the demo keys open for nothing else.
 */
export type LocalChain = ChainConfig & { readonly [proven]: true }

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
      `Demo accounts only work on local networks, and ${name} (chain ID ${chainId}) isn’t proven to be one.`,
      options,
    )
  }
}

/** It may be the chain: nobody is there who could say so. */
export class SilentNodeError extends WalletError {
  constructor({ name }: { name: string }, options: { cause?: unknown } = {}) {
    super(
      `Can’t reach ${name}. Demo accounts sign and send only while its node answers.`,
      options,
    )
  }
}
