import { decodeData } from '@covault/api'
import type { FastifyInstance } from 'fastify'
import { zeroAddress } from 'viem'
import { assertSize } from '../commands/refusals.js'
import { type Context, getServedChain } from '../context.js'
import { NotFoundFailure } from '../failures.js'
import { route } from '../http/route.js'
import { listTargets } from '../wire/chainBook.js'
import { toDataDecoded } from '../wire/dataDecoded.js'
import { openBook } from './openBook.js'

export function dataDecoderRoutes(
  app: FastifyInstance,
  context: Context,
): void {
  route(app, decodeData, async ({ params, query, body }) => {
    const { chainId } = params
    getServedChain(context, chainId)
    const { data, to = zeroAddress } = body
    if (data.length % 2 === 1) throw new NotFoundFailure()
    assertSize({ data })
    const call = { to, value: 0n, data, operation: 0 }
    if (body.to) await context.verified.learn({ chainId, address: body.to })
    const book = await openBook(context, {
      chainId,
      addresses: listTargets(call),
    })
    const decoded = toDataDecoded(book.decode(call).root)
    if (decoded) return decoded
    if (!query.allow_unknown) throw new NotFoundFailure()
    return { method: '', parameters: null, accuracy: 'NO_MATCH' as const }
  })
}
