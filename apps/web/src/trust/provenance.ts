import type { Hex } from 'viem'
import type { EndpointSource } from './endpoint.js'

/** Where a value comes from. It is made where the value is, and goes with it. */
export type Provenance =
  /** Made in this browser, from the raw bytes. */
  | { kind: 'computed' }
  | ReadProvenance
  /** Somebody's word. */
  | { kind: 'gateway' }

/** Read by this browser, as the chain was at one block. */
export type ReadProvenance = {
  /** `gateway`: only the gateway itself was asked, so it is its word. */
  kind: 'chain' | 'gateway'
  block: bigint
  /** Of that block, where it is known. */
  hash?: Hex
  endpoint: AnsweringEndpoint
  /** Another that was asked the same at one block, and says the same. */
  second?: AnsweringEndpoint
  /** It was read on an earlier visit: to be shown, and for nothing else. */
  keptAt?: number
}

/** Who answered, as far as it can be told without a secret of its address. */
export type AnsweringEndpoint = {
  source: EndpointSource
  /** Undefined: a wallet, which does not say what it asks. */
  host: string | undefined
}

export const computedHere: Provenance = { kind: 'computed' }
export const gatewaySays: Provenance = { kind: 'gateway' }

/** To be asked for after the answers, when it is known who gave them. */
export function readAt(
  { getEndpoint }: { getEndpoint: () => AnsweringEndpoint },
  block: bigint,
): ReadProvenance {
  const endpoint = getEndpoint()
  const kind = endpoint.source === 'door' ? 'gateway' : 'chain'
  return { kind, block, endpoint }
}

/** Only the gateway vouches for it. */
export function isGatewaysWord({ kind, second }: ReadProvenance): boolean {
  return kind === 'gateway' && second === undefined
}

/** How the sources are called. */
export const sourceNames: Record<EndpointSource, string> = {
  own: 'your own endpoint',
  wallet: 'your wallet',
  release: 'Covault’s default endpoint',
  folder: 'the endpoint named in chains.json',
  gateway: 'the endpoint chosen by the gateway',
  door: 'the gateway',
}

/** "your own endpoint (node.example.org)" */
export function nameEndpoint({ source, host }: AnsweringEndpoint): string {
  return host ? `${sourceNames[source]} (${host})` : sourceNames[source]
}
