import { getOutreaches, getPositions, getRelayAllowance } from '@covault/api'
import type { FastifyInstance } from 'fastify'
import { type Context, getServedChain } from '../context.js'
import { route } from '../http/route.js'

/** Other front ends ask for these without being told of them. */
export function notOfferedRoutes(app: FastifyInstance, context: Context): void {
  route(app, getPositions, ({ params }) => {
    getServedChain(context, params.chainId)
    return []
  })
  route(app, getRelayAllowance, ({ params }) => {
    getServedChain(context, params.chainId)
    return { remaining: 0, limit: 0 }
  })
  route(app, getOutreaches, () => [])
}
