import { getMasterCopies } from '@covault/api'
import { findChain, singletons } from '@covault/protocol'
import type { FastifyInstance } from 'fastify'
import { type Context, getServedChain } from '../context.js'
import { route } from '../http/route.js'

export function masterCopyRoutes(app: FastifyInstance, context: Context): void {
  route(app, getMasterCopies, ({ params }) => {
    const { chainId } = params
    getServedChain(context, chainId)
    const known = findChain(chainId)
    const isListed = known !== undefined && !known.local
    return singletons
      .filter(({ chainIds }) => !isListed || chainIds.includes(chainId))
      .map(({ address, version, l2 }) => ({
        address,
        version: l2 ? `${version}+L2` : version,
      }))
  })
}
