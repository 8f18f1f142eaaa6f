import type { Address } from 'viem'
import type { Store } from '../store/openStore.js'
import { readSession } from '../store/sessions.js'
import { ownsFollowedSafe } from '../store/slots.js'

/**
 * Who has signed in and owns a safe that is followed for its owners. What a
 * token means is kept for a while, so that most requests ask nobody.
 */
export type Regulars = {
  /** The owner, as far as it is known already. */
  find(token: string): Address | undefined
  learn(token: string): Promise<void>
}

const longestMs = 600_000
const mostKept = 10_000

export function createRegulars(parameters: {
  store: Store
  chainIds: readonly number[]
}): Regulars {
  const { store, chainIds } = parameters
  const kept = new Map<string, { owner: Address; since: number }>()

  const learn = async (token: string): Promise<void> => {
    const session = await readSession(store, token)
    kept.delete(token)
    if (!session) return
    const { address: owner } = session
    if (!(await ownsFollowedSafe(store, { chainIds, owner }))) return
    kept.set(token, { owner, since: Date.now() })
    for (const oldest of kept.keys()) {
      if (kept.size <= mostKept) break
      kept.delete(oldest)
    }
  }

  /** Once, and beside the request that made us look. */
  const refresh = (token: string, entry: { since: number }): void => {
    entry.since = Date.now()
    learn(token).catch(() => kept.delete(token))
  }

  return {
    learn,
    find(token) {
      const entry = kept.get(token)
      const age = entry ? Date.now() - entry.since : longestMs
      if (!entry || age >= longestMs) return undefined
      if (age > longestMs / 2) refresh(token, entry)
      return entry.owner
    },
  }
}
