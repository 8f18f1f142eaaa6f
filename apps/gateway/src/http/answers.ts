import type { Address } from 'viem'
import type { Lists } from '../store/replicas.js'

/**
 * Answers that many ask for at the same time, made once. None is older than a
 * second, and a safe's are forgotten as soon as something of it changes.
 */
export type Answers = {
  share(place: AnswerPlace, make: () => Promise<Buffer>): Promise<Buffer>
  forgetSafe(chainId: number, safe: Address): void
  forgetChain(chainId: number): void
  stop(): void
}

type Drawer = Map<string, Promise<Buffer>>

export type AnswerPlace = { chainId: number; safe: Address; request: string }

const longestMs = 1_000
/** What is made within a second beyond this is not kept. */
const mostBytes = 32 * 1024 * 1024

/** Where there are replicas, `lists` says which of them may answer. */
export function createAnswers(lists?: Lists | undefined): Answers {
  const chains = new Map<number, Map<Address, Drawer>>()
  let bytes = 0
  const timer = setInterval(() => {
    chains.clear()
    bytes = 0
  }, longestMs)
  timer.unref()

  const openDrawer = ({ chainId, safe }: AnswerPlace) => {
    const safes = chains.get(chainId) ?? new Map()
    chains.set(chainId, safes)
    const drawer: Drawer = safes.get(safe) ?? new Map()
    safes.set(safe, drawer)
    return drawer
  }

  return {
    share(place, make) {
      const { request } = place
      const drawer = openDrawer(place)
      const found = drawer.get(request)
      if (found !== undefined) return found
      const made = lists ? lists.read(place, make) : make()
      // If the safe changes meanwhile, nobody finds this drawer any more.
      drawer.set(request, made)
      made.then(
        (body) => {
          if (bytes + body.length > mostBytes) drawer.delete(request)
          else bytes += body.length
        },
        () => drawer.delete(request),
      )
      return made
    },
    forgetSafe(chainId, safe) {
      lists?.changed(chainId, safe)
      chains.get(chainId)?.delete(safe)
    },
    forgetChain(chainId) {
      lists?.changed(chainId)
      chains.delete(chainId)
    },
    stop() {
      clearInterval(timer)
    },
  }
}
