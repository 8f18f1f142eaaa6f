import { askRpc } from '@covault/api'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { createBuckets } from '../buckets.js'
import { type Context, getServedChain } from '../context.js'
import { NotFoundFailure, RuleFailure } from '../failures.js'
import { assertKnownOrigin } from '../http/cors.js'
import { isThisMachine, toNetwork } from '../http/rateLimits.js'
import { createSeats } from '../http/seats.js'
import { findWireRule } from '../http/wireRules.js'

const rpcPath = askRpc.path.replace('{chainId}', ':chainId')

const bodyLimit = 524_288
const mostCalls = 50
/** Of one body, by what its calls cost a node. */
const mostWeight = 250
/** A node goes on with what nobody waits for any more. */
const afterLateMs = 30_000

/** The indexer asks the same nodes, and must not wait behind strangers. */
const seatLimits = {
  most: 4,
  mostOfCaller: 2,
  mostWaiting: 256,
  // One page that opens asks a dozen things at once.
  mostWaitingOfCaller: 32,
  patienceMs: 20_000,
}

const callSchema = z.object({
  jsonrpc: z.literal('2.0'),
  id: z.union([z.string().max(100), z.number()]),
  method: z.string().max(100),
  params: z.array(z.unknown()).default([]),
})
type RpcCall = z.output<typeof callSchema>

/** Reads of a chain for browsers that know no other RPC endpoint. */
export function rpcRoutes(app: FastifyInstance, context: Context): void {
  const { access } = context.config
  const count = createCounter(access.rateLimits.rpcCallsPerMinute)
  const seats = new Map(
    context.chains.map(({ chainId }) => [
      chainId,
      {
        strangers: createSeats(seatLimits),
        owners: createSeats({ ...seatLimits, most: 8 }),
      },
    ]),
  )
  const options = { bodyLimit, config: { access: findWireRule(askRpc) } }
  app.post(rpcPath, options, async (request, reply) => {
    assertKnownOrigin(request, access)
    const { chainId, access: nodes } = getServedChain(
      context,
      readChainId(request),
    )
    const { body } = request
    const asked = Array.isArray(body) ? body : [body]
    void reply.header('cache-control', 'no-store')
    if (asked.length === 0 || asked.length > mostCalls)
      return reply
        .code(400)
        .send(refuse(null, `A batch holds 1 to ${mostCalls} calls.`))
    const calls = asked.map((call) => callSchema.safeParse(call))
    const valid = calls.flatMap(({ data }) => data ?? [])
    const weight = nodes.door.weigh(valid)
    count(request, Math.max(weight, asked.length))
    if (weight > mostWeight)
      return reply
        .code(400)
        .send(refuse(null, 'Too many calls at once. Send fewer.'))
    const owner = app.findOwner(request)
    const given = await seats
      .get(chainId)
      ?.[owner ? 'owners' : 'strangers'].take(
        owner ?? toNetwork(request.ip),
        async () => {
          // The text, what is read of it, and what is sent.
          const budget = app.findBudget(request)
          const release = budget.take(3 * nodes.door.mostBytes)
          return nodes.door.ask(valid.map(toQuestion)).finally(release)
        },
        ({ isLate }) => (isLate ? afterLateMs : 0),
      )
    if (!given)
      throw new RuleFailure(
        'The gateway is answering too many calls for this network. Try again in a second.',
        { status: 503, named: true, retryAfter: 1 },
      )
    const rest = given.answers.values()
    const lines = calls.map(({ data }) =>
      data
        ? { jsonrpc: '2.0', id: data.id, ...rest.next().value }
        : refuse(null, 'This is not a JSON-RPC 2.0 call with an id.'),
    )
    return reply.send(Array.isArray(body) ? lines : lines[0])
  })
}

/** In its one spelling, which is what limits and logs see. */
function readChainId({ params, url }: FastifyRequest): number {
  const { chainId } = params as { chainId: string }
  const [path = ''] = url.split('?')
  const isWritten = path.replace(/\/$/, '').endsWith(`/${chainId}`)
  if (!/^[1-9]\d{0,14}$/.test(chainId) || !isWritten)
    throw new NotFoundFailure()
  return Number(chainId)
}

function toQuestion({ method, params }: RpcCall) {
  return { method, params }
}

function refuse(id: null, message: string) {
  return { jsonrpc: '2.0', id, error: { code: -32_600, message } }
}

/** As the operator's own programs may ask more often elsewhere. */
const thisMachineFactor = 1_000

/** Each call counts, not each body. */
function createCounter(perMinute: number) {
  const buckets = createBuckets(perMinute)
  return (request: FastifyRequest, calls: number): void => {
    const caller = toNetwork(request.ip)
    const factor = isThisMachine(caller) ? thisMachineFactor : 1
    for (let each = 0; each < calls; each++) {
      const retryAfter = buckets.take(caller, factor)
      if (retryAfter > 0)
        throw new RuleFailure('Rate limit reached', { status: 429, retryAfter })
    }
  }
}
