import { isIP, isIPv4 } from 'node:net'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { AccessConfig } from '../accessConfig.js'
import type { Caller } from '../allowances.js'
import { createBuckets, type MakeBuckets } from '../buckets.js'
import { RuleFailure } from '../failures.js'

/**
 * Counts what each caller asks, before anything is done for it. Every process
 * counts questions for itself: limits protect its own time, they are no quota.
 * Writes are counted where `makeBuckets` says.
 */
export function addRateLimits(
  app: FastifyInstance,
  { rateLimits }: AccessConfig,
  makeBuckets: MakeBuckets,
): void {
  const requests = createBuckets(rateLimits.requestsPerMinute)
  const writes = makeBuckets({
    kind: 'network',
    perMinute: rateLimits.writesPerMinute,
  })
  const countIn = (request: FastifyRequest): number | Promise<number> => {
    const { network, factor } = toCaller(request)
    const wait = requests.take(network, factor)
    if (wait > 0 || !isWrite(request)) return wait
    return writes.take(network, factor)
  }
  app.addHook('onRequest', (request, _reply, done) => {
    const tell = (retryAfter: number) => {
      if (retryAfter === 0) return done()
      done(new RuleFailure('Rate limit reached', { status: 429, retryAfter }))
    }
    const counted = countIn(request)
    if (typeof counted === 'number') tell(counted)
    else counted.then(tell, done)
  })
}

export function toCaller({ ip }: FastifyRequest): Caller {
  const network = toNetwork(ip)
  return { network, factor: isThisMachine(network) ? thisMachineFactor : 1 }
}

/** The operator's own programs, and everybody behind an untold proxy. */
const thisMachineFactor = 1_000

/** Questions that need a body are not writes. */
const questions =
  /(preview|estimations|data-decoder|watch|^\/rpc\/:chainId)\/?$/

function isWrite({ method, routeOptions }: FastifyRequest): boolean {
  if (method !== 'POST' && method !== 'DELETE') return false
  return !questions.test(routeOptions.url ?? '')
}

/**
 * One caller has one IPv4 address, but a whole /64 of IPv6. Some proxies add
 * the port, which a caller chooses; what is no address is one caller.
 */
export function toNetwork(address: string): string {
  const port = /^(?:(\d+(?:\.\d+){3})|\[(.*)\]):\d+$/.exec(address)
  const ip = port?.[1] ?? port?.[2] ?? address
  const mapped = /^::ffff:(\d+(?:\.\d+){3})$/i.exec(ip)?.[1]
  if (mapped) return mapped
  if (!isIP(ip)) return 'unknown'
  if (isIPv4(ip) || ip === '::1') return ip
  const [head = '', tail] = ip.split('::')
  const groups = head.split(':').filter(Boolean)
  const rest = tail?.split(':').filter(Boolean) ?? []
  const zeros = Array(Math.max(0, 8 - groups.length - rest.length)).fill('0')
  return [...groups, ...zeros, ...rest].slice(0, 4).join(':')
}

export function isThisMachine(network: string): boolean {
  return network === '::1' || network.startsWith('127.')
}
