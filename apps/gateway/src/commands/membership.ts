import type { Address } from 'viem'
import { isMemberOfFollowed } from '../store/members.js'
import type { Store } from '../store/openStore.js'

/**
 * Who is a member of which safe: its owners, themselves or through safes, and
 * those who may propose for one of them. The chain says who owns it now; what
 * it said is believed for a quarter of a minute, and forgotten as soon as the
 * safe changes.
 */
export type Membership = {
  isMember(place: SafePlace, account: Address): Promise<boolean>
  /** Of a followed safe on one of these chains. */
  isMemberOfAny(chainIds: readonly number[], account: Address): Promise<boolean>
  forgetSafe(chainId: number, safe: Address): void
}

export type SafePlace = { chainId: number; safe: Address }

const keptMs = 15_000
const mostKept = 10_000

type Kept = { until: number; answer: Promise<boolean> }

export function createMembership(parameters: {
  store: Store
  decide(place: SafePlace, account: Address): Promise<boolean>
}): Membership {
  const { store, decide } = parameters
  const safes = new Map<string, Map<Address, Kept>>()
  const accounts = new Map<string, Kept>()

  const keep = <Key>(
    drawer: Map<Key, Kept>,
    key: Key,
    ask: () => Promise<boolean>,
  ): Promise<boolean> => {
    const known = drawer.get(key)
    if (known && known.until > Date.now()) return known.answer
    const answer = ask()
    // If the safe changes meanwhile, nobody finds this drawer any more.
    drawer.set(key, { until: Date.now() + keptMs, answer })
    answer.catch(() => drawer.delete(key))
    return answer
  }

  return {
    isMember(place, account) {
      if (safes.size > mostKept) safes.clear()
      const key = toKey(place)
      const drawer = safes.get(key) ?? new Map<Address, Kept>()
      safes.set(key, drawer)
      if (drawer.size > mostKept) drawer.clear()
      return keep(drawer, account, () => decide(place, account))
    },
    async isMemberOfAny(chainIds, account) {
      if (accounts.size > mostKept) accounts.clear()
      const key = `${chainIds}:${account}`
      const isMember = await keep(accounts, key, async () => {
        for (const chainId of chainIds)
          if (await isMemberOfFollowed(store, { chainId, account })) return true
        return false
      })
      // Whoever becomes a member shall not have to wait.
      if (!isMember) accounts.delete(key)
      return isMember
    },
    forgetSafe(chainId, safe) {
      safes.delete(toKey({ chainId, safe }))
      accounts.clear()
    },
  }
}

function toKey({ chainId, safe }: SafePlace): string {
  return `${chainId}:${safe}`
}
