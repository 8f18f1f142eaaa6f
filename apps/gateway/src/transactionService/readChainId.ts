import type { FastifyRequest } from 'fastify'
import type { Context } from '../context.js'
import { DetailFailure } from './requestFailure.js'

/** A chain goes by its short name or by its number. */
export function readChainId(
  { config }: Context,
  request: FastifyRequest,
): number {
  const { chain: name } = request.params as { chain: string }
  const chain = config.chains.find(
    ({ chainId, shortName }) => shortName === name || String(chainId) === name,
  )
  if (!chain)
    throw new DetailFailure(404, 'This gateway does not serve this network.')
  return chain.chainId
}
