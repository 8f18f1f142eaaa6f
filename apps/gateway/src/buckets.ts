/** Keys remembered at most: the one not heard of longest is forgotten. */
const mostKeys = 50_000

/** How often something may be done, by anyone who does it. */
export type Buckets = {
  /** Seconds to wait; zero: there is room for one. */
  wait(key: string, factor?: number): number | Promise<number>
  /** Takes one if there is room, and tells as `wait` does. */
  take(key: string, factor?: number): number | Promise<number>
}

/** Where something is counted: in this process, or with all others. */
export type MakeBuckets = (parameters: {
  kind: string
  perMinute: number
  minutes?: number
}) => Buckets

/** Nobody else writes: to count in memory is enough. */
export const makeOwnBuckets: MakeBuckets = ({ perMinute, minutes = 1 }) =>
  createBuckets(perMinute, { minutes })

/** Buckets that fill with everything taken and leak so many per minute. */
export function createBuckets(
  perMinute: number,
  {
    minutes = 1,
    now = () => performance.now(),
  }: {
    /** How many minutes' worth may be taken at once. */
    minutes?: number
    now?: () => number
  } = {},
) {
  const buckets = new Map<string, { level: number; at: number }>()
  const measure = (key: string, factor: number) => {
    const size = perMinute * minutes * factor
    const leakPerMs = (perMinute * factor) / 60_000
    const at = now()
    const known = buckets.get(key)
    const rest = known ? known.level - (at - known.at) * leakPerMs : 0
    const level = Math.max(0, rest)
    const wait =
      level + 1 > size
        ? Math.max(1, Math.ceil((level + 1 - size) / leakPerMs / 1000))
        : 0
    return { level, at, wait }
  }
  const keep = (key: string, bucket: { level: number; at: number }) => {
    buckets.delete(key)
    buckets.set(key, bucket)
    for (const oldest of buckets.keys()) {
      if (buckets.size <= mostKeys) break
      buckets.delete(oldest)
    }
  }
  return {
    /** Seconds to wait; zero: there is room for one. */
    wait(key: string, factor = 1): number {
      return measure(key, factor).wait
    },
    /** Takes one if there is room, and tells as `wait` does. */
    take(key: string, factor = 1): number {
      const { level, at, wait } = measure(key, factor)
      keep(key, { level: wait > 0 ? level : level + 1, at })
      return wait
    },
  }
}
