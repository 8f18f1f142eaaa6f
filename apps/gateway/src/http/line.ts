import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Address } from 'viem'
import { RuleFailure } from '../failures.js'
import type { Store } from '../store/openStore.js'
import { isThisMachine, toNetwork } from './rateLimits.js'
import { createRegulars } from './regulars.js'
import { createSeats } from './seats.js'
import { readToken } from './session.js'

declare module 'fastify' {
  interface FastifyInstance {
    inLine: InLine
    /** The owner who has signed in, as far as it is known already. */
    findOwner(request: FastifyRequest): Address | undefined
  }
}

/** Works on an answer when it is the caller's turn. */
export type InLine = <result>(
  request: FastifyRequest,
  work: () => Promise<result>,
) => Promise<result>

const waiting = { mostWaiting: 256, mostWaitingOfCaller: 64, patienceMs: 5_000 }

/**
 * Strangers wait in a line of their own. Owners of safes that are followed
 * here, who have signed in, have places that no stranger takes, and so the
 * gateway works for them and for the indexer while many others ask.
 */
export function addLine(
  app: FastifyInstance,
  parameters: {
    store: Store
    chainIds: readonly number[]
    strangersAtOnce: number
  },
): void {
  const { strangersAtOnce: most, ...known } = parameters
  const regulars = createRegulars(known)
  const strangers = createSeats({ ...waiting, most, mostOfCaller: most })
  const owners = createSeats({ ...waiting, most: 16, mostOfCaller: 8 })

  app.decorate('findOwner', (request) => {
    const token = readToken(request)
    return token ? regulars.find(token) : undefined
  })

  app.decorate('inLine', async (request, work) => {
    const caller = toNetwork(request.ip)
    if (isThisMachine(caller) || isHealth(request)) return work()
    const owner = app.findOwner(request)
    const done = owner
      ? await owners.take(owner, () => keep(work))
      : await strangers.take(caller, async () => {
          const token = readToken(request)
          if (token) await regulars.learn(token)
          return keep(work)
        })
    if (done) return done.value
    throw new RuleFailure('The gateway is busy. Try again in a moment.', {
      status: 503,
      retryAfter: 2,
    })
  })
}

/** Nothing is an answer as well. */
async function keep<result>(work: () => Promise<result>) {
  return { value: await work() }
}

/** Anyone who watches the gateway wants to know how it is when it is busy. */
function isHealth({ routeOptions }: FastifyRequest): boolean {
  return routeOptions.url?.startsWith('/health') ?? false
}
