import { timingSafeEqual } from 'node:crypto'
import { getLive } from '@covault/api'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import {
  Counter,
  collectDefaultMetrics,
  Gauge,
  Histogram,
  Registry,
} from 'prom-client'
import { type AccessConfig, isLoopbackHost } from '../accessConfig.js'
import type { Config } from '../config.js'
import type { PoolUses } from '../store/pool.js'
import type { Reads } from '../store/replicas.js'
import { anyone } from './accessRule.js'
import { notFoundHandler } from './errorHandler.js'
import type { Release } from './release.js'

type StepLike =
  | { type: 'applied'; rows: number }
  | { type: 'reorg' }
  | { type: string }

type ProgressLike = {
  head: bigint | undefined
  cursor: bigint | undefined
  lookedAt: number | undefined
  role: string
  problem: string | undefined
  safeBySafe: boolean
}

/** How much of what is limited is in use. */
type Use = {
  connections: PoolUses | undefined
  /** Since the start. */
  reads?: Reads | undefined
  streams: number
}

export type Metrics = ReturnType<typeof createMetrics>

export function createMetrics() {
  const registry = new Registry()
  collectDefaultMetrics({
    register: registry,
    // Whatever is measured includes these milliseconds. A finer timer costs
    // more than all else that an idle gateway does.
    eventLoopMonitoringPrecision: 100,
  })
  const registers = [registry]
  return {
    registry,
    observeRpc: createRpcMetrics(registers),
    observeSteps: createStepMetrics(registers),
    observeRequest: createRequestMetrics(registers),
    observeChange: createChangeMetrics(registers),
    readUse: createUseMetrics(registers),
    readProgress: createProgressMetrics(registers),
    readRelease: createReleaseMetrics(registers),
  }
}

function createRpcMetrics(registers: Registry[]) {
  const labelNames = ['chain', 'method'] as const
  const calls = new Counter({
    name: 'covault_rpc_calls_total',
    help: 'Questions to nodes',
    labelNames,
    registers,
  })
  const errors = new Counter({
    name: 'covault_rpc_errors_total',
    help: 'Requests that RPC endpoints did not answer',
    labelNames,
    registers,
  })
  const seconds = new Histogram({
    name: 'covault_rpc_seconds',
    help: 'How long RPC endpoints took to answer',
    labelNames: ['chain'],
    registers,
  })
  return (chainId: number) => {
    const chain = String(chainId)
    return (call: { method: string; seconds: number; failed: boolean }) => {
      calls.inc({ chain, method: call.method })
      if (call.failed) errors.inc({ chain, method: call.method })
      seconds.observe({ chain }, call.seconds)
    }
  }
}

function createStepMetrics(registers: Registry[]) {
  const reorgs = new Counter({
    name: 'covault_reorgs_total',
    help: 'How often blocks were undone',
    labelNames: ['chain'],
    registers,
  })
  const rows = new Counter({
    name: 'covault_rows_total',
    help: 'Rows written from the chain',
    labelNames: ['chain', 'from'],
    registers,
  })
  const steps = new Histogram({
    name: 'covault_step_seconds',
    help: 'How long it took to read and store a new block',
    labelNames: ['chain'],
    registers,
  })
  return (chainId: number) => {
    const chain = String(chainId)
    return {
      onStep(step: StepLike, seconds: number) {
        if (step.type === 'reorg') reorgs.inc({ chain })
        if (step.type === 'applied') steps.observe({ chain }, seconds)
        if ('rows' in step) rows.inc({ chain, from: 'tip' }, step.rows)
      },
      onBackfill(step: StepLike) {
        if ('rows' in step) rows.inc({ chain, from: 'past' }, step.rows)
      },
    }
  }
}

function createRequestMetrics(registers: Registry[]) {
  const answered = new Histogram({
    name: 'covault_http_seconds',
    help: 'How long requests took to be answered',
    labelNames: ['method', 'route', 'status'],
    registers,
  })
  const refused = new Counter({
    name: 'covault_refused_total',
    help: 'Requests beyond a limit (429), or while something was away (503)',
    labelNames: ['status'],
    registers,
  })
  return {
    onAnswer: (
      labels: Record<'method' | 'route' | 'status', string>,
      seconds: number,
    ) => answered.observe(labels, seconds),
    onRefusal: (status: 429 | 503) => refused.inc({ status: String(status) }),
  }
}

function createChangeMetrics(registers: Registry[]) {
  const delay = new Histogram({
    name: 'covault_change_seconds',
    help: 'From the beginning of a change until this process tells of it',
    buckets: [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
    registers,
  })
  // By two clocks: the database's may be ahead.
  return (writtenAt: Date) =>
    delay.observe(Math.max(0, Date.now() - writtenAt.getTime()) / 1_000)
}

function createUseMetrics(registers: Registry[]) {
  let readUse: () => Use = () => ({ connections: undefined, streams: 0 })
  new Gauge({
    name: 'covault_database_connections',
    help: 'Connections to the database, and requests that wait for one',
    labelNames: ['server', 'state'],
    registers,
    collect() {
      const { connections } = readUse()
      for (const [server, use] of Object.entries(connections ?? {}))
        for (const [state, count] of Object.entries(use))
          this.set({ server, state }, count)
    },
  })
  new Counter({
    name: 'covault_reads_total',
    help: 'Questions of requests that only read, by who answered them',
    labelNames: ['server'],
    registers,
    collect() {
      this.reset()
      for (const [server, count] of Object.entries(readUse().reads ?? {}))
        this.inc({ server }, count)
    },
  })
  new Gauge({
    name: 'covault_streams',
    help: 'Live streams that are open',
    registers,
    collect() {
      this.set(readUse().streams)
    },
  })
  return (read: () => Use) => {
    readUse = read
  }
}

const isLeader = ({ role }: ProgressLike) => role === 'leader'
const toNumber = (block: bigint | undefined) =>
  block === undefined ? undefined : Number(block)

/** Only who indexes knows where a chain stands: others saw it when they last did. */
const progressGauges: readonly {
  name: string
  help: string
  read: (progress: ProgressLike) => number | undefined
}[] = [
  {
    name: 'covault_head',
    help: 'The latest block of the RPC endpoint',
    read: (each) => (isLeader(each) ? toNumber(each.head) : undefined),
  },
  {
    name: 'covault_cursor',
    help: 'The latest block that is applied',
    read: (each) => (isLeader(each) ? toNumber(each.cursor) : undefined),
  },
  {
    name: 'covault_lag_blocks',
    help: 'Blocks not yet applied, as of the last look at the chain',
    read(each) {
      const { head, cursor } = each
      if (!isLeader(each) || head === undefined || cursor === undefined)
        return undefined
      return Number(head - cursor)
    },
  },
  {
    // Without the node nobody knows of new blocks: the lag stands still then.
    name: 'covault_look_age_seconds',
    help: 'Since a look at the chain last succeeded',
    read: ({ lookedAt }) =>
      lookedAt === undefined
        ? undefined
        : Math.max(0, performance.now() - lookedAt) / 1_000,
  },
  {
    name: 'covault_leader',
    help: 'Whether this process indexes',
    read: (each) => (isLeader(each) ? 1 : 0),
  },
  {
    name: 'covault_held',
    help: 'Whether something keeps this process from indexing',
    read: ({ problem }) => (problem === undefined ? 0 : 1),
  },
  {
    name: 'covault_safe_by_safe',
    help: 'Whether logs are asked for safe by safe, though there are many',
    read: ({ safeBySafe }) => (safeBySafe ? 1 : 0),
  },
]

function createProgressMetrics(registers: Registry[]) {
  let progress: ReadonlyMap<number, ProgressLike> = new Map()
  for (const { name, help, read } of progressGauges)
    new Gauge({
      name,
      help,
      labelNames: ['chain'],
      registers,
      collect() {
        this.reset()
        for (const [chain, each] of progress) {
          const value = read(each)
          if (value !== undefined) this.set({ chain: String(chain) }, value)
        }
      },
    })
  return (read: ReadonlyMap<number, ProgressLike>) => {
    progress = read
  }
}

function createReleaseMetrics(registers: Registry[]) {
  const served = new Gauge({
    name: 'covault_release_root',
    help: 'The signed release that is served, by the root of its files',
    labelNames: ['root', 'product'],
    registers,
  })
  return (release: Release | undefined) => {
    if (release) served.set(release, 1)
  }
}

/** Streams have no end that could be waited for: they are counted instead. */
export function addRequestMetrics(
  app: FastifyInstance,
  { metrics }: { metrics: Metrics },
): void {
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'none'
    const { statusCode } = reply
    const status = `${Math.floor(statusCode / 100)}xx`
    const { onAnswer, onRefusal } = metrics.observeRequest
    if (statusCode === 429 || statusCode === 503) onRefusal(statusCode)
    if (route !== getLive.path)
      onAnswer(
        { method: request.method, route, status },
        reply.elapsedTime / 1_000,
      )
    done()
  })
}

/**
 * For anyone who knows the token, and for this machine where others do not
 * reach it.
 */
export function metricsRoutes(
  app: FastifyInstance,
  dependencies: {
    metrics: Metrics
    config: Pick<Config, 'access' | 'metricsToken'>
  },
): void {
  const { metrics, config } = dependencies
  app.get('/metrics', { config: anyone }, async (request, reply) => {
    const allowed =
      (!isPublic(config.access) && isOfThisMachine(request)) ||
      hasToken(request, config.metricsToken)
    if (!allowed) {
      notFoundHandler(request, reply)
      return reply
    }
    return reply
      .header('content-type', metrics.registry.contentType)
      .header('cache-control', 'no-store')
      .send(await metrics.registry.metrics())
  })
}

/** Behind a proxy on this machine, everybody comes from this machine. */
function isPublic({ publicUrl, publicNames, trustedProxies }: AccessConfig) {
  const isElsewhere =
    publicUrl !== undefined && !isLoopbackHost(new URL(publicUrl).hostname)
  return isElsewhere || publicNames.length > 0 || trustedProxies.length > 0
}

/** What proxies and networks of delivery add: a list of each would be short. */
const forwarding =
  /^(via|forwarded|front-end-https|surrogate-capability)$|^x-(?!prometheus-)|(client|real|connecting|remote|originating)-?(ip|addr)|^(cf|cdn|fly|fastly|akamai)-/

/** A proxy that nobody told us of is on this machine, but its callers are not. */
function isOfThisMachine({ ip, headers }: FastifyRequest): boolean {
  return (
    isLoopback(ip) &&
    !Object.keys(headers).some((name) => forwarding.test(name))
  )
}

function isLoopback(ip: string): boolean {
  return ip === '::1' || /^(::ffff:)?127\./.test(ip)
}

function hasToken(request: FastifyRequest, token: string | undefined): boolean {
  if (!token) return false
  const given = Buffer.from(request.headers.authorization ?? '')
  const expected = Buffer.from(`Bearer ${token}`)
  return given.length === expected.length && timingSafeEqual(given, expected)
}
