import { call, getDelegates } from '@covault/api'
import {
  type QueryClient,
  queryOptions,
  skipToken,
  useQuery,
} from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import type { Address } from 'viem'
import { readSafeParameter } from '../lib/safeParameter.js'
import { pollInterval } from '../lib/timing.js'
import { gateway } from '../queries/gateway.js'
import { gatewayKey } from '../queries/gatewayKey.js'
import type { ChainConfig } from '../trust/chainClient.js'
import { safeQuery } from '../trust/safe.js'
import { owningSafesQuery } from './owningSafes.js'

/** What the connected account is to the safe of the page. */
export type Role = 'owner' | 'nestedOwner' | 'proposer' | 'viewer'

export const roleNames: Record<Role, string> = {
  owner: 'Owner',
  nestedOwner: 'Nested owner',
  proposer: 'Proposer',
  viewer: 'Viewer',
}

/** Undefined where the page is about no safe, or it is not known yet. */
export function useRole(
  chains: readonly ChainConfig[],
  account: Address | null,
): Role | undefined {
  const parameter = useNamedSafe(chains)
  const isNamed = parameter.status === 'named' && account !== null
  const { data } = useQuery(
    roleQuery(isNamed ? { ...parameter, account } : undefined),
  )
  return (isNamed && data) || undefined
}

/** The wallet is on another network than the safe of the page. */
export function useIsElsewhere(
  chains: readonly ChainConfig[],
  chainId: number,
): boolean {
  const parameter = useNamedSafe(chains)
  return parameter.status === 'named' && parameter.chain.chainId !== chainId
}

function useNamedSafe(chains: readonly ChainConfig[]) {
  const text = useSearch({ strict: false, select: ({ safe }) => safe })
  return readSafeParameter(text, chains)
}

type Place = { chain: ChainConfig; address: Address; account: Address }

/** Who may propose is the gateway's to say: what refreshes that refreshes this. */
export function roleQuery(place: Place | undefined) {
  return queryOptions({
    queryKey: gatewayKey(getDelegates, {
      safes: place
        ? [{ chainId: place.chain.chainId, address: place.address }]
        : [],
      asked: { roleOf: place?.account },
    }),
    queryFn: place ? (context) => readRole(context, place) : skipToken,
    // A wallet that changes its account may not answer for a moment.
    refetchInterval: ({ state }) =>
      state.status === 'error' ? pollInterval : 5 * pollInterval,
  })
}

async function readRole(
  { client: cache, signal }: { client: QueryClient; signal: AbortSignal },
  place: Place,
): Promise<Role | null> {
  const { chain, address, account } = place
  const reading = await cache.fetchQuery({
    ...safeQuery(chain, address),
    staleTime: pollInterval,
  })
  if (reading.status !== 'safe') return null
  if (reading.safe.owners.includes(account)) return 'owner'
  const through = await cache.fetchQuery(owningSafesQuery(place))
  if (through.length > 0) return 'nestedOwner'
  return (await isProposer({ ...place, signal })) ? 'proposer' : 'viewer'
}

/** A claim of the gateway; without an answer nobody is a proposer. */
async function isProposer({
  chain,
  address,
  account,
  signal,
}: Place & { signal: AbortSignal }): Promise<boolean> {
  try {
    const { results } = await call(gateway, getDelegates, {
      params: { chainId: chain.chainId },
      query: { safe: address, delegate: account },
      signal,
    })
    return results.length > 0
  } catch {
    return false
  }
}
