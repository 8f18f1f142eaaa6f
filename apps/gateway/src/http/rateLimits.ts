import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { AccessConfig } from '../accessConfig.js'
import { RuleFailure } from '../failures.js'

/**
 * Counts what each caller asks and each safe is written. Every process counts
 * for itself: limits protect its own time, they are no quota.
 */
export function addRateLimits(
  app: FastifyInstance,
  { rateLimits }: AccessConfig,
): void {
  const requests = createBuckets(rateLimits.requestsPerMinute)
  const writes = createBuckets(rateLimits.writesPerMinute)
  const safes = createBuckets(rateLimits.writesPerSafePerMinute)
  const countIn = (request: FastifyRequest): number => {
    const caller = toNetwork(request.ip)
    const factor = isThisMachine(caller) ? thisMachineFactor : 1
    const wait = requests.take(caller, factor)
    if (wait > 0 || !isWrite(request)) return wait
    const safe = readSafe(request)
    return writes.take(caller, factor) || (safe ? safes.take(safe) : 0)
  }
  app.addHook('onRequest', (request, _reply, done) => {
    const retryAfter = countIn(request)
    if (retryAfter === 0) return done()
    done(new RuleFailure('Rate limit reached', { status: 429, retryAfter }))
  })
}

/** The operator's own programs, and everybody behind an untold proxy. */
const thisMachineFactor = 1_000

/** Questions that need a body are not writes. */
const questions = /(preview|estimations|data-decoder|watch)\/?$/

function isWrite({ method, routeOptions }: FastifyRequest): boolean {
  if (method !== 'POST' && method !== 'DELETE') return false
  return !questions.test(routeOptions.url ?? '')
}

function readSafe({ params }: FastifyRequest): string | undefined {
  const named = params as Record<string, string | undefined>
  const { chainId, safe_address, safeTxHash, message_hash } = named
  const target = safe_address ?? safeTxHash ?? message_hash
  return target && `${chainId}:${target.toLowerCase()}`
}

/** Callers remembered at most: the one not heard of longest is forgotten. */
const mostKeys = 50_000

/** Buckets that fill with every request and leak so many per minute. */
export function createBuckets(
  perMinute: number,
  now: () => number = () => performance.now(),
) {
  const buckets = new Map<string, { level: number; at: number }>()
  return {
    /** Seconds to wait; zero: go ahead. */
    take(key: string, factor = 1): number {
      const size = perMinute * factor
      const leakPerMs = size / 60_000
      const at = now()
      const known = buckets.get(key)
      const rest = known ? known.level - (at - known.at) * leakPerMs : 0
      const level = Math.max(0, rest)
      buckets.delete(key)
      if (level + 1 > size) {
        buckets.set(key, { level, at })
        return Math.max(1, Math.ceil((level + 1 - size) / leakPerMs / 1000))
      }
      buckets.set(key, { level: level + 1, at })
      for (const oldest of buckets.keys()) {
        if (buckets.size <= mostKeys) break
        buckets.delete(oldest)
      }
      return 0
    },
  }
}

/** One caller has one IPv4 address, but a whole /64 of IPv6. */
export function toNetwork(ip: string): string {
  const mapped = /^::ffff:(\d+(?:\.\d+){3})$/i.exec(ip)?.[1]
  if (mapped) return mapped
  if (!ip.includes(':') || ip === '::1') return ip
  const [head = '', tail] = ip.split('::')
  const groups = head.split(':').filter(Boolean)
  const rest = tail?.split(':').filter(Boolean) ?? []
  const zeros = Array(Math.max(0, 8 - groups.length - rest.length)).fill('0')
  return [...groups, ...zeros, ...rest].slice(0, 4).join(':')
}

export function isThisMachine(network: string): boolean {
  return network === '::1' || network.startsWith('127.')
}
