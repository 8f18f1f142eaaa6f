import type { QueryKey } from '@tanstack/react-query'
import { readAbout } from './gatewayKey.js'

/**
 * What the chain said of safes, and the gateway's first lists. Spelled out: the
 * first page would otherwise load the description of every call.
 */
const chainKinds = ['safe', 'safes']
const ofSafe = '/v1/chains/{chainId}/safes'
const lists = [
  '/v2/safes',
  `${ofSafe}/{address}/balances/{currency}`,
  `${ofSafe}/{safe_address}/transactions/queued`,
  `${ofSafe}/{safe_address}/transactions/history`,
]

/**
 * Whether an answer is shown again on the next visit, until it is read again.
 */
export function isKeptAnswer(key: QueryKey): boolean {
  const about = readAbout(key)
  return about
    ? lists.includes(about.path)
    : chainKinds.includes(String(key[0]))
}
