/**
 * So many at once, so many of them of one caller, and a short queue behind
 * them: the caller with the fewest places is next, so that one who asks much
 * waits for those who ask little. Who finds no place is told to come back.
 */
export function createSeats(limits: {
  most: number
  mostOfCaller: number
  mostWaiting: number
  mostWaitingOfCaller: number
  /** How long somebody waits before being told to come back. */
  patienceMs: number
}) {
  const { most, mostOfCaller, mostWaiting, mostWaitingOfCaller } = limits
  const seated = new Map<string, number>()
  const waiting: Waiting[] = []
  let taken = 0

  const isFree = (caller: string): boolean =>
    taken < most && count(caller) < mostOfCaller

  const sit = (caller: string): void => {
    taken++
    seated.set(caller, count(caller) + 1)
  }

  const leave = (caller: string): void => {
    taken--
    const rest = count(caller) - 1
    if (rest > 0) seated.set(caller, rest)
    else seated.delete(caller)
    const next = findNext()
    if (next) quit(next)?.enter()
  }

  const findNext = (): Waiting | undefined =>
    waiting
      .filter(({ caller }) => isFree(caller))
      .reduce<Waiting | undefined>(
        (next, one) =>
          next && count(next.caller) <= count(one.caller) ? next : one,
        undefined,
      )

  const count = (caller: string): number => seated.get(caller) ?? 0

  const quit = (one: Waiting): Waiting | undefined =>
    waiting.splice(waiting.indexOf(one), 1)[0]

  /** False: it took too long. */
  const wait = (caller: string): Promise<boolean> =>
    new Promise((resolve) => {
      const timer = setTimeout(() => {
        quit(one)
        resolve(false)
      }, limits.patienceMs)
      const one: Waiting = {
        caller,
        enter() {
          clearTimeout(timer)
          sit(caller)
          resolve(true)
        },
      }
      waiting.push(one)
    })

  return {
    /** Undefined: there is no place, and no place in the queue. */
    async take<result>(
      caller: string,
      work: () => Promise<result>,
      /** How long the place stays taken after the work. */
      holdMs: (done: result) => number = () => 0,
    ): Promise<result | undefined> {
      if (isFree(caller)) sit(caller)
      else {
        const own = waiting.filter((one) => one.caller === caller).length
        if (waiting.length >= mostWaiting || own >= mostWaitingOfCaller)
          return undefined
        if (!(await wait(caller))) return undefined
      }
      let heldMs = 0
      try {
        const done = await work()
        heldMs = holdMs(done)
        return done
      } finally {
        if (heldMs > 0) setTimeout(() => leave(caller), heldMs).unref()
        else leave(caller)
      }
    },
  }
}

type Waiting = { caller: string; enter(): void }
