/**
 * How fast a node is asked. Nobody waits until it complains; from then on no
 * more is asked within a second than it allows.
 */
type Pace = {
  /** Resolves when so many may be asked; to be called when they are answered. */
  take(count: number): Promise<() => void>
  /** As many as go into one body. */
  mostAtOnce(): number
  /** The node refused what was asked at that time. */
  slowDown(refusal: {
    askedAt: number
    /** What it says it allows. */
    perSecond: number | undefined
    retryAfterMs: number | undefined
  }): void
}

const windowMs = 1_000
/** A plan may change: what was learned is not believed for ever. */
const believedForMs = 3_600_000
/** Where the node says nothing and had answered nobody yet. */
const fewest = 5

const paces = new Map<string, Pace>()

/** The same for everybody who asks the same node: it counts them together. */
export function getPace(url: string): Pace {
  const known = paces.get(url)
  if (known) return known
  const pace = createPace()
  paces.set(url, pace)
  return pace
}

type Taken = { count: number; answeredAt: number | undefined }

export function createPace(now: () => number = () => performance.now()): Pace {
  let limit: { perSecond: number; since: number } | undefined
  let pausedUntil = 0
  let taken: Taken[] = []
  let turn: Promise<unknown> = Promise.resolve()

  const readLimit = () => {
    if (limit && now() - limit.since > believedForMs) limit = undefined
    return limit?.perSecond
  }

  /**
   * What is on its way may arrive at any time until it is answered: only then
   * does its second begin.
   */
  const countRecent = () => {
    const time = now()
    taken = taken.filter(
      ({ answeredAt }) =>
        answeredAt === undefined || time - answeredAt < windowMs,
    )
    return taken.reduce((sum, { count }) => sum + count, 0)
  }

  const isFree = (count: number) => {
    if (now() < pausedUntil) return false
    const recent = countRecent()
    const perSecond = readLimit()
    return (
      perSecond === undefined || recent === 0 || recent + count <= perSecond
    )
  }

  const waitUntilFree = async (count: number) => {
    while (!isFree(count)) await new Promise((done) => setTimeout(done, 20))
  }

  return {
    async take(count) {
      if (readLimit() !== undefined || now() < pausedUntil) {
        const mine = turn.then(() => waitUntilFree(count))
        turn = mine
        await mine
      }
      countRecent()
      const entry: Taken = { count, answeredAt: undefined }
      taken.push(entry)
      return () => {
        entry.answeredAt = now()
      }
    },
    mostAtOnce() {
      const perSecond = readLimit()
      return perSecond === undefined
        ? Number.POSITIVE_INFINITY
        : Math.max(1, Math.floor(perSecond / 2))
    },
    slowDown({ askedAt, perSecond, retryAfterMs = windowMs }) {
      pausedUntil = Math.max(pausedUntil, now() + retryAfterMs)
      const former = readLimit()
      // What was on its way when the node first complained tells nothing new.
      if (limit && former !== undefined && askedAt <= limit.since) return
      const guess =
        former === undefined
          ? Math.max(fewest, countAnswered(taken))
          : Math.max(1, Math.floor(former / 2))
      const isNews =
        perSecond !== undefined &&
        perSecond > 0 &&
        (former === undefined || perSecond < former)
      limit = { perSecond: isNews ? perSecond : guess, since: now() }
    },
  }
}

function countAnswered(taken: readonly Taken[]): number {
  return taken
    .filter(({ answeredAt }) => answeredAt !== undefined)
    .reduce((sum, { count }) => sum + count, 0)
}
