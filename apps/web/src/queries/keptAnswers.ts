import type { QueryKey } from '@tanstack/react-query'
import { readAbout } from './gatewayKey.js'

/** What the chain said of safes, and the gateway's first lists. */
const chainKinds = ['safe', 'safes']
const lists = /^\/v2\/safes$|\/balances\/|\/transactions\/(queued|history)$/

/** Whether an answer is shown again on the next visit, until it is read anew. */
export function isKeptAnswer(key: QueryKey): boolean {
  const about = readAbout(key)
  return about ? lists.test(about.path) : chainKinds.includes(String(key[0]))
}
