import type { Address } from 'viem'
import { isMemberOfFollowed } from '../store/members.js'
import type { Store } from '../store/openStore.js'
import { createWeighedMap } from '../weighedMap.js'

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
const mostBytes = 16 * 1024 * 1024
/** What an answer that is kept weighs, with whom it is about. */
const keptBytes = 400

type Kept = { until: number; answer: Promise<boolean> }

export function createMembership(parameters: {
  store: Store
  decide(place: SafePlace, account: Address): Promise<boolean>
}): Membership {
  const { store, decide } = parameters
  const safes = createWeighedMap<Map<Address, Kept>>(mostBytes)
  const accounts = createWeighedMap<Kept>(mostBytes)

  const keep = (
    known: Kept | undefined,
    ask: () => Promise<boolean>,
    { put, drop }: { put(kept: Kept): void; drop(): void },
  ): Promise<boolean> => {
    if (known && known.until > Date.now()) return known.answer
    const answer = ask()
    put({ until: Date.now() + keptMs, answer })
    answer.catch(drop)
    return answer
  }

  return {
    isMember(place, account) {
      const key = toKey(place)
      const drawer = safes.get(key) ?? new Map<Address, Kept>()
      return keep(drawer.get(account), () => decide(place, account), {
        put(kept) {
          drawer.set(account, kept)
          safes.set(key, drawer, keptBytes * drawer.size)
        },
        // If the safe changes meanwhile, nobody finds this drawer any more.
        drop: () => drawer.delete(account),
      })
    },
    async isMemberOfAny(chainIds, account) {
      const key = `${chainIds}:${account}`
      const ask = async () => {
        for (const chainId of chainIds)
          if (await isMemberOfFollowed(store, { chainId, account })) return true
        return false
      }
      const isMember = await keep(accounts.get(key), ask, {
        put: (kept) => accounts.set(key, kept, keptBytes),
        drop: () => accounts.delete(key),
      })
      // Anyone who becomes a member does not have to wait.
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
