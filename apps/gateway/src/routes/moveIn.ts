import { moveIn } from '@covault/api'
import type { FastifyInstance } from 'fastify'
import { type Context, getServedChain } from '../context.js'
import { RuleFailure } from '../failures.js'
import { assertKnownOrigin } from '../http/cors.js'
import { route } from '../http/route.js'
import { requireSession } from '../http/session.js'
import { moveInForOwner } from '../moveIn/moveInForOwner.js'
import { createProgressMemory } from '../moveIn/progress.js'

/** Each holds a connection to a server that may be slow. */
const mostAtOnce = 4

/** What one answer tells of each list; the counts say how many there are. */
const mostLines = 200

export function moveInRoutes(app: FastifyInstance, context: Context): void {
  const remember = createProgressMemory()
  const underway = new Set<string>()
  route(app, moveIn, async ({ params, body, request }) => {
    const { chainId, address } = params
    getServedChain(context, chainId)
    assertKnownOrigin(request, context.config.access)
    const session = await requireSession(context, request)
    if (!session.anyChain && session.chainId !== chainId)
      throw new RuleFailure(
        'You signed in on another network. Sign in again on this one.',
        { status: 403, named: true },
      )
    const place = `${chainId}:${address}`
    if (underway.has(place))
      throw new RuleFailure('This safe is already being moved in.', {
        ...{ status: 409, named: true },
      })
    if (underway.size >= mostAtOnce)
      throw new RuleFailure(
        'Other safes are being moved in. Try again later.',
        {
          ...{ status: 503, named: true, retryAfter: 60 },
        },
      )
    underway.add(place)
    try {
      const { report, more, stopped } = await moveInForOwner(context, {
        ...params,
        from: body.from,
        token: body.token || undefined,
        account: session.address,
        progress: remember(`${place} ${body.from}`),
      })
      return {
        counts: report.count(),
        refused: report.listRefused().slice(0, mostLines),
        left: report.listLeft().slice(0, mostLines),
        more,
        stopped: stopped ?? null,
      }
    } finally {
      underway.delete(place)
    }
  })
}
