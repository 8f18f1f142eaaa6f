import type { LiveEvent, LiveEventName } from '@covault/api'
import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { askAgain } from '../lib/askAgain.js'
import { readAbout } from './gatewayKey.js'

/** After these everything of a safe, or of all of them, may be another. */
const sweeping: readonly LiveEventName[] = ['safe', 'reorg', 'reset']

/** After these a safe itself may be another, as the chain has it. */
const changing: readonly LiveEventName[] = ['safe', 'history']

type Event = Pick<LiveEvent, 'name' | 'chainId' | 'safe'>

/**
 * Asks again for what these events touch, no matter who tells of them first.
 */
export function refreshAfter(
  queries: QueryClient,
  ...events: readonly Event[]
): Promise<void> {
  return askAgain(queries, ({ queryKey }) =>
    events.some((event) => isAffected(event, queryKey)),
  )
}

/**
 * Asks again for all that a stream tells of: pages read before they listen, so
 * what happened in between was told to nobody.
 */
export function refreshRead(queries: QueryClient): Promise<void> {
  return askAgain(queries, ({ queryKey }) => {
    const about = readAbout(queryKey)
    if (!about) return isOfSafe(queryKey)
    return about.touchedBy.length > 0 || about.safes.length > 0
  })
}

/**
 * Whether what is cached under this key may have changed. What the gateway
 * says has a key that tells what touches it; what was read from the chain
 * about one safe has `safe, chainId, address`.
 */
export function isAffected(event: Event, queryKey: QueryKey): boolean {
  const about = readAbout(queryKey)
  if (!about) return isAffectedSafe(event, queryKey)
  const { name, chainId, safe } = event
  if (!sweeping.includes(name) && !about.touchedBy.includes(name)) return false
  if (chainId === null && safe === null) return true
  // What is about no safe in particular says itself what touches it.
  if (about.safes.length === 0) return about.touchedBy.includes(name)
  return about.safes.some(
    (one) =>
      (chainId === null || one.chainId === chainId) &&
      (safe === null || one.address === safe),
  )
}

function isAffectedSafe(
  { name, chainId, safe }: Event,
  queryKey: QueryKey,
): boolean {
  const [, ofChain, address] = queryKey
  return (
    isOfSafe(queryKey) &&
    changing.includes(name) &&
    (chainId === null || ofChain === chainId) &&
    (safe === null || address === safe)
  )
}

function isOfSafe([source]: QueryKey): boolean {
  return source === 'safe'
}
