import {
  createAccessToken,
  deleteAccessToken,
  type EndpointWire,
  getAccessTokens,
} from '@covault/api'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../context.js'
import { NotFoundFailure, RuleFailure } from '../failures.js'
import { assertKnownOrigin } from '../http/cors.js'
import { route } from '../http/route.js'
import { createToken, findSession, requireSession } from '../http/session.js'
import { maySee, toViewer } from '../http/viewer.js'
import { noteAct } from '../store/audit.js'
import {
  deleteMemberToken,
  listServiceTokens,
  type ServiceToken,
  saveServiceToken,
} from '../store/serviceTokens.js'
import type { Session } from '../store/sessions.js'

/** Of one member. */
const mostTokens = 50
/** Of one token. */
const mostSafes = 50
const longestName = 100

/**
 * Tokens for programs, which members make for their safes. Only who has signed
 * in with a wallet makes one: a token makes no other.
 */
export function tokenRoutes(app: FastifyInstance, context: Context): void {
  const { store } = context
  const { access } = context.config
  const offered = access.mode === 'members'

  route(app, getAccessTokens, async ({ request }) => {
    assertKnownOrigin(request, access)
    const session = await findSession(context, request)
    if (!session) return { offered, tokens: null }
    const tokens = await listOwn(context, session)
    return { offered, tokens: tokens.map(toAccessToken) }
  })

  route(app, createAccessToken, async ({ body, request }) => {
    assertKnownOrigin(request, access)
    const session = await requireSession(context, request)
    if (!offered)
      throw new RuleFailure('This gateway is open. Programs need no token.')
    const { address: account } = session
    const { scope, safes } = body
    // The database takes no U+0000.
    const name = body.name.replaceAll('\0', '').trim()
    if (!name || name.length > longestName)
      throw new RuleFailure(
        `A token needs a name of at most ${longestName} characters.`,
      )
    if (safes.length === 0 || safes.length > mostSafes)
      throw new RuleFailure(`A token is for 1 to ${mostSafes} safes.`)
    const viewer = toViewer(context, session)
    for (const { chainId, address: safe } of safes)
      if (!(await maySee(context, viewer, { chainId, safe })))
        throw new RuleFailure(
          `You are neither an owner nor a proposer of ${safe}.`,
          { status: 403, named: true },
        )
    if ((await listOwn(context, session)).length >= mostTokens)
      throw new RuleFailure(
        `You have ${mostTokens} tokens. Revoke one before you create another.`,
      )
    const token = createToken()
    const made = await saveServiceToken(store, {
      name,
      token,
      account,
      scope,
      safes,
    })
    if (!made) throw new TypeError('This token already exists.')
    await noteAct(store, {
      account,
      act: 'created an access token',
      subject: name,
    })
    return { ...toAccessToken(made), token }
  })

  route(app, deleteAccessToken, async ({ params, request }) => {
    assertKnownOrigin(request, access)
    const session = await requireSession(context, request)
    const own = await listOwn(context, session)
    const { address: account } = session
    const token = own.find(({ id }) => id === params.id)
    if (!token || !(await deleteMemberToken(store, { ...params, account })))
      throw new NotFoundFailure('This token does not exist.')
    const subject = token.name
    await noteAct(store, { account, act: 'revoked an access token', subject })
    return undefined
  })
}

/** Of a contract, what it made on its chain: elsewhere it may be another's. */
async function listOwn(
  { store }: Context,
  { address: account, anyChain, chainId }: Session,
): Promise<ServiceToken[]> {
  const tokens = await listServiceTokens(store, { account })
  return tokens.filter(
    ({ safes }) => anyChain || safes.every((safe) => safe.chainId === chainId),
  )
}

function toAccessToken({
  createdAt,
  lastUsedAt,
  ...token
}: ServiceToken): Omit<EndpointWire<typeof createAccessToken>, 'token'> {
  return {
    id: token.id,
    name: token.name,
    scope: token.scope,
    safes: token.safes.map(({ chainId, address }) => ({
      chainId: String(chainId),
      address,
    })),
    created: createdAt.getTime(),
    lastUsed: lastUsedAt?.getTime() ?? null,
  }
}
