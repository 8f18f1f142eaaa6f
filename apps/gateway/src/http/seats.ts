/**
 * So many at once, so many of them of one caller, and a short queue behind
 * them. Whoever finds no place is told to come back.
 */
export function createSeats(limits: {
  most: number
  mostOfCaller: number
  mostWaiting: number
  mostWaitingOfCaller: number
}) {
  const { most, mostOfCaller, mostWaiting, mostWaitingOfCaller } = limits
  const seated = new Map<string, number>()
  const waiting: { caller: string; enter(): void }[] = []
  let taken = 0

  const isFree = (caller: string): boolean =>
    taken < most && (seated.get(caller) ?? 0) < mostOfCaller

  const sit = (caller: string): void => {
    taken++
    seated.set(caller, (seated.get(caller) ?? 0) + 1)
  }

  const leave = (caller: string): void => {
    taken--
    const rest = (seated.get(caller) ?? 1) - 1
    if (rest > 0) seated.set(caller, rest)
    else seated.delete(caller)
    const next = waiting.findIndex((one) => isFree(one.caller))
    if (next >= 0) waiting.splice(next, 1)[0]?.enter()
  }

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
        await new Promise<void>((resolve) => {
          const enter = () => {
            sit(caller)
            resolve()
          }
          waiting.push({ caller, enter })
        })
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
