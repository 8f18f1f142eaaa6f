import type { LiveEvent, LiveEventName } from '@covault/api'
import type { QueryKey } from '@tanstack/react-query'

/** Which lists an event makes stale; `undefined` means every one. */
const stale: Record<LiveEventName, readonly string[] | undefined> = {
  hello: [],
  safe: undefined,
  queue: ['queue', 'nonces', 'transaction', 'overviews'],
  history: [
    'history',
    'queue',
    'nonces',
    'transaction',
    'balances',
    'overviews',
  ],
  message: ['messages', 'message'],
  balance: ['balances', 'collectibles', 'overviews'],
  reorg: undefined,
  reset: undefined,
}

/**
 * Whether what is cached under this key may have changed. Keys of what the
 * gateway says are `gateway, resource, ...`; those of what was read from the
 * chain about one safe are `safe, chainId, address`.
 */
export function isAffected(
  { name, chainId, safe }: Pick<LiveEvent, 'name' | 'chainId' | 'safe'>,
  queryKey: QueryKey,
): boolean {
  const [source, resource] = queryKey
  const resources = stale[name]
  if (source === 'safe')
    return (name === 'safe' || name === 'history') && isOf(queryKey)
  if (source !== 'gateway') return false
  if (resources && !resources.includes(String(resource))) return false
  // Without a safe it is about all of them.
  return safe === null || isOf(queryKey)

  function isOf(key: QueryKey): boolean {
    const text = JSON.stringify(key)
    return (
      (safe === null || text.includes(safe)) &&
      (chainId === null || text.includes(String(chainId)))
    )
  }
}
