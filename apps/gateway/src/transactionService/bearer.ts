import type { FastifyInstance } from 'fastify'
import type { Context } from '../context.js'
import { judgeServiceToken } from '../store/serviceTokens.js'
import { DetailFailure } from './requestFailure.js'

/** What was found out is believed for so long, known or not. */
const keptMs = 10_000
const mostKept = 1_000

/**
 * Reads the token that clients send as their key. Nobody needs one, and it
 * raises no limit; but where the operator has given tokens, a wrong one is
 * told so, instead of being taken for right.
 */
export function checkBearer(scope: FastifyInstance, { store }: Context): void {
  const kept = new Map<string, { until: number; isWrong: boolean }>()

  const isWrong = async (token: string): Promise<boolean> => {
    const known = kept.get(token)
    if (known && known.until > Date.now()) return known.isWrong
    const judged = await judgeServiceToken(store, token)
    if (kept.size >= mostKept) kept.clear()
    const found = { until: Date.now() + keptMs, isWrong: judged === 'unknown' }
    kept.set(token, found)
    return found.isWrong
  }

  scope.addHook('preHandler', async (request) => {
    const token = /^Bearer +(\S{1,512})$/i.exec(
      request.headers.authorization ?? '',
    )?.[1]
    if (token && (await isWrong(token)))
      throw new DetailFailure(
        401,
        'Unknown token. Ask the operator for a new one.',
      )
  })
}
