import type { AppConfig } from '@covault/api'
import { findChain } from '@covault/protocol'
import { isFromFolder } from '../lib/servedFrom.js'
import {
  environment,
  findRpcUrl,
  findSecondUrl,
  readGatewayUrl,
} from '../preferences/environment.js'

type Served = Pick<AppConfig['chains'][number], 'chainId' | 'rpcUrl'> & {
  isOwn?: true
}

/** The part of EIP-1193 that reads need. */
export type Provider = {
  request(request: { method: string; params?: unknown }): Promise<unknown>
}

/**
 * Where the browser's reads of one chain go, and who chose that: the reader,
 * their wallet, the release they run, the file beside a page that comes from a
 * folder, or the gateway. Last of all the gateway itself is asked, through its
 * `/rpc`: its door.
 */
export type Endpoint = NodeEndpoint | { source: 'wallet'; provider: Provider }
export type NodeEndpoint = {
  source: 'own' | 'release' | 'folder' | 'gateway' | 'door'
  url: string
}

export type EndpointSource = Endpoint['source']

/** To be said wherever a value is shown that such an endpoint answered. */
export const chosenByGateway = 'endpoint chosen by the gateway'

/** To be said where the gateway itself answered. */
export const reportedByGateway = 'reported by the gateway'

/** Whom to ask, in this order: the next one where one does not answer. */
export function listEndpoints(
  chain: Served,
): readonly [Endpoint, ...Endpoint[]] {
  const own =
    findRpcUrl(environment.read(), chain.chainId) ??
    (chain.isOwn && chain.rpcUrl)
  // Anyone who chose a node wants to know when it is down.
  if (own) return [{ source: 'own', url: own }]
  const wallet = findWallet(chain)
  return wallet ? [wallet, ...listNodes(chain)] : listNodes(chain)
}

/** Those that stand where neither reader nor wallet brings another. */
export function listNodes(
  chain: Served,
): readonly [NodeEndpoint, ...NodeEndpoint[]] {
  const named = describeNamed(chain)
  const known = findChain(chain.chainId)
  if (!known || known.local || ['release', 'own'].includes(named.source))
    return [named]
  return [{ source: 'release', url: known.rpcUrl }, named]
}

/**
 * Others to ask the same: the reader's choice, else the wallet, else the nodes
 * that the wallet stands before. None: there is a single source.
 */
export function listSecondEndpoints(chain: Served): readonly Endpoint[] {
  const second = findSecondUrl(environment.read(), chain.chainId)
  const [first] = listEndpoints(chain)
  if (second) {
    const isFirst = first.source !== 'wallet' && isSameServer(first.url, second)
    return isFirst ? [] : [{ source: 'own', url: second }]
  }
  if (first.source === 'wallet') return listNodes(chain)
  const wallet = findWallet(chain)
  return wallet ? [wallet] : []
}

/** Nobody else is known who could be asked. */
export function isReadThroughGateway(chain: Served): boolean {
  return listEndpoints(chain).every(({ source }) => source === 'door')
}

/** The gateway's own `/rpc`, or another address of the same server. */
export function isDoor(url: string): boolean {
  const gatewayUrl = readGatewayUrl()
  return gatewayUrl !== undefined && isSameServer(url, gatewayUrl)
}

/**
 * Two addresses of one host and port are one source, whatever the path, the
 * key in it or the spelling of this machine.
 */
export function isSameServer(one: string, other: string): boolean {
  return (
    URL.canParse(one) &&
    URL.canParse(other) &&
    nameServer(one) === nameServer(other)
  )
}

function nameServer(text: string): string {
  const { protocol, hostname, port } = new URL(text)
  const host = /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname)
    ? 'localhost'
    : hostname.replace(/\.$/, '')
  return `${host}:${port || (/^(https|wss):/.test(protocol) ? 443 : 80)}`
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

function findWallet({ chainId }: Served): Endpoint | undefined {
  return offered?.chainId === chainId
    ? { source: 'wallet', provider: offered.provider }
    : undefined
}

function describeNamed(chain: Served): NodeEndpoint {
  const { rpcUrl: url } = chain
  if (chain.isOwn) return { source: 'own', url }
  if (isDoor(url)) return { source: 'door', url }
  if (isOfRelease(chain)) return { source: 'release', url }
  return { source: isFromFolder() ? 'folder' : 'gateway', url }
}

/** A local chain stands on whichever port the product was started with. */
function isOfRelease({ chainId, rpcUrl }: Served): boolean {
  const bundled = findChain(chainId)?.rpcUrl
  if (!bundled || !URL.canParse(rpcUrl)) return false
  const { protocol, hostname } = new URL(bundled)
  const isHere = protocol === 'http:' && new URL(rpcUrl).hostname === hostname
  return rpcUrl === bundled || isHere
}
