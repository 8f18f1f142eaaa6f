import type { AppConfig } from '@covault/api'
import {
  type ChainFeature,
  findChain,
  parseSafeVersion,
  type SafeVersion,
} from '@covault/protocol'
import type { Address } from 'viem'

type ChainConfig = AppConfig['chains'][number]

/** What decides on which chain it is, and what its operator says of it. */
export type Configured = Pick<
  ChainConfig,
  | 'chainId'
  | 'features'
  | 'l2'
  | 'recommendedVersion'
  | 'blockExplorer'
  | 'ensRegistryAddress'
  | 'multicall3Address'
>

/**
 * A gateway may offer less than the release does. What protects anyone who
 * signs is not its to switch off on a chain that the release knows.
 */
const protections: readonly ChainFeature[] = [
  'TX_SIMULATION',
  'SAFE_TX_GAS_OPTIONAL',
]

/** What is offered on a chain: its operator says, else the release. */
export function hasFeature(
  { chainId, features }: Configured,
  feature: ChainFeature,
): boolean {
  const known = findChain(chainId)?.features
  const deciding = protections.includes(feature)
    ? (known ?? features)
    : (features ?? known)
  return deciding?.includes(feature) ?? true
}

/** Whether the release says itself what is deployed there. */
export function isOfRelease({ chainId }: Configured): boolean {
  return findChain(chainId) !== undefined
}

/** Whether new safes get the code that logs every execution. */
export function isL2({ chainId, l2 }: Configured): boolean {
  return l2 ?? findChain(chainId)?.l2 ?? true
}

/** The version that new safes get and older ones are offered. */
export function findRecommended({
  chainId,
  recommendedVersion,
}: Configured): SafeVersion {
  return (
    parseSafeVersion(recommendedVersion ?? '')?.version ??
    findChain(chainId)?.recommendedVersion ??
    '1.4.1'
  )
}

/**
 * Who is asked what a name resolves to. Of a chain that the release knows that
 * is not the gateway's to say: anyone who answers there decides who is paid.
 */
export function findNameRegistry(chain: Configured): Address | undefined {
  if (!hasFeature(chain, 'DOMAIN_LOOKUP')) return undefined
  const known = findChain(chain.chainId)
  return known ? known.ensRegistryAddress : chain.ensRegistryAddress
}

/** Who passes many questions on at once; of a known chain as above. */
export function findMulticall(chain: Configured): Address | undefined {
  const known = findChain(chain.chainId)
  return known ? known.multicall3Address : chain.multicall3Address
}

/**
 * Links of a chain that the release knows lead where the release says. Those
 * of another are the operator's: only over https, and to what is asked for.
 */
export function findExplorer({
  chainId,
  blockExplorer,
}: Configured): ChainConfig['blockExplorer'] {
  const known = findChain(chainId)?.blockExplorer
  if (known) return known
  if (!blockExplorer) return undefined
  const { address, txHash } = blockExplorer
  return isTemplate(address, '{{address}}') && isTemplate(txHash, '{{txHash}}')
    ? blockExplorer
    : undefined
}

function isTemplate(text: string, gap: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, username, password, origin } = new URL(text)
  return (
    protocol === 'https:' &&
    username + password === '' &&
    text.slice(origin.length).includes(gap)
  )
}
