import type { DeployedSafe } from '@covault/devnet'
import type { Address, Hex } from 'viem'

/** What attackers know of the place: all of it is public. */
export type Target = {
  url: string
  /** The honest owner's safe. */
  safe: DeployedSafe
  owners: readonly Address[]
  /** A safe among those owners. */
  council: DeployedSafe
  /** A safe of the attackers, whose lists are full of large things. */
  hostile: DeployedSafe
  largeMessages: readonly Hex[]
  /** Safes that nobody at this gateway has asked for. */
  strangers: readonly Address[]
  /** What waits in the honest owner's safe, as its queue shows it. */
  waiting: readonly Hex[]
  /** Paths of the web app's files. */
  files: readonly string[]
}

/** One request of an attacker. */
export type Ask = {
  method?: 'GET' | 'POST' | 'DELETE'
  /** As it goes over the wire, however wrong it is. */
  path: string
  headers?: Record<string, string>
  body?: string
}

export type Attack = {
  name: string
  ask(target: Target): Ask | Promise<Ask>
}

/** How attackers write JSON. */
export function post(path: string, body: unknown): Ask {
  return {
    method: 'POST',
    path,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  }
}
