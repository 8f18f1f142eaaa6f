import {
  createComment,
  deleteComment,
  type EndpointWire,
  getComments,
} from '@covault/api'
import type { FastifyInstance } from 'fastify'
import { writeComment } from '../commands/writeComment.js'
import { type Context, getServedChain } from '../context.js'
import { NotFoundFailure } from '../failures.js'
import { route } from '../http/route.js'
import { isOfTeam, requireMember } from '../http/team.js'
import * as stored from '../store/comments.js'

/** For the people of a safe alone, also where the gateway is open. */
export function commentRoutes(app: FastifyInstance, context: Context): void {
  const { store } = context

  route(app, getComments, async ({ params, request }) => {
    const { chainId, address: safe, safeTxHash } = params
    getServedChain(context, chainId)
    if (!(await isOfTeam(context, request, { chainId, safe })))
      return { comments: null }
    const place = { chainId, safe, safeTxHash }
    const comments = await stored.listComments(store, place)
    return { comments: comments.map(toWire) }
  })

  route(app, createComment, async ({ params, body, request }) => {
    const { chainId, address: safe, safeTxHash } = params
    getServedChain(context, chainId)
    const { address: account } = await requireMember(context, request, {
      chainId,
      safe,
    })
    const { text, writtenAt, signature } = body
    const comment = { chainId, safe, safeTxHash, text, writtenAt }
    return toWire(await writeComment(context, { comment, signature, account }))
  })

  route(app, deleteComment, async ({ params, request }) => {
    const { chainId, address: safe, safeTxHash, commentHash: id } = params
    getServedChain(context, chainId)
    const place = { chainId, safe }
    const { address: writer } = await requireMember(context, request, place)
    const asked = { ...place, safeTxHash, id, writer }
    if (!(await stored.deleteComment(store, asked)))
      throw new NotFoundFailure(
        'This comment does not exist, or you did not write it.',
      )
    return undefined
  })
}

function toWire({
  writtenAt,
  ...comment
}: stored.StoredComment): EndpointWire<typeof createComment> {
  return { ...comment, writtenAt: writtenAt.getTime() }
}
