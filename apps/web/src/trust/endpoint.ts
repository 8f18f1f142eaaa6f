import type { AppConfig } from '@covault/api'
import { findChain } from '@covault/protocol'
import {
  environment,
  findRpcUrl,
  findSecondUrl,
} from '../preferences/environment.js'

type Served = Pick<AppConfig['chains'][number], 'chainId' | 'rpcUrl'>

/** The part of EIP-1193 that reads need. */
export type Provider = {
  request(request: { method: string; params?: unknown }): Promise<unknown>
}

/**
 * Where the browser's reads of one chain go, and who chose that: the reader,
 * their wallet, the release they run, or, last, the gateway.
 */
export type Endpoint =
  | { source: 'own' | 'release' | 'gateway'; url: string }
  | { source: 'wallet'; provider: Provider; url: string }

export type EndpointSource = Endpoint['source']

/** To be said wherever a value is shown that such an endpoint answered. */
export const chosenByGateway = 'endpoint chosen by the gateway'

export function findEndpoint(chain: Served): Endpoint {
  const own = findRpcUrl(environment.read(), chain.chainId)
  if (own) return { source: 'own', url: own }
  const url = chain.rpcUrl
  if (offered?.chainId === chain.chainId)
    return { source: 'wallet', provider: offered.provider, url }
  return findNode(chain)
}

/** The one that stands where neither reader nor wallet brings another. */
export function findNode(chain: Served): Endpoint {
  const source = isOfRelease(chain) ? 'release' : 'gateway'
  return { source, url: chain.rpcUrl }
}

/**
 * Another one to ask the same: the reader's choice, else the wallet, else the
 * node that the wallet stands before. Undefined: there is a single source.
 */
export function findSecondEndpoint(chain: Served): Endpoint | undefined {
  const second = findSecondUrl(environment.read(), chain.chainId)
  const first = findEndpoint(chain)
  if (second)
    return second === first.url && first.source === 'own'
      ? undefined
      : { source: 'own', url: second }
  const url = chain.rpcUrl
  if (first.source === 'wallet') return findNode(chain)
  if (offered?.chainId !== chain.chainId) return undefined
  return { source: 'wallet', provider: offered.provider, url }
}

type Offer = { chainId: number; provider: Provider }

// There is one wallet, and the layer that knows it loads late or never.
let offered: Offer | undefined

/** Told by the wallet layer: the provider of the wallet, while it is there. */
export function offerProvider(offer: Offer | undefined): void {
  offered = offer
}

/** False once the wallet has gone, or has gone to another chain. */
export function isOffered({ chainId, provider }: Offer): boolean {
  return offered?.chainId === chainId && offered.provider === provider
}

/** A local chain stands on whichever port the product was started with. */
function isOfRelease({ chainId, rpcUrl }: Served): boolean {
  const bundled = findChain(chainId)?.rpcUrl
  if (!bundled || !URL.canParse(rpcUrl)) return false
  const { protocol, hostname } = new URL(bundled)
  const isHere = protocol === 'http:' && new URL(rpcUrl).hostname === hostname
  return rpcUrl === bundled || isHere
}
