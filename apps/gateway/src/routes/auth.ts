import { getAuthNonce, getSessionUser, logOut, verifyAuth } from '@covault/api'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { generateSiweNonce } from 'viem/siwe'
import { signIn } from '../commands/signIn.js'
import type { Context } from '../context.js'
import { assertKnownOrigin, listOwnOrigins } from '../http/cors.js'
import { route } from '../http/route.js'
import {
  clearSessionCookie,
  createToken,
  readToken,
  requireSession,
  setSessionCookie,
} from '../http/session.js'
import { noteAct } from '../store/audit.js'
import { deleteSession, readSession, saveNonce } from '../store/sessions.js'

const nonceSeconds = 5 * 60

export function authRoutes(app: FastifyInstance, context: Context): void {
  const { store } = context
  const { access } = context.config

  route(app, getAuthNonce, async ({ request }) => {
    assertKnownOrigin(request, access)
    const nonce = generateSiweNonce()
    await saveNonce(store, { nonce, seconds: nonceSeconds })
    return { nonce }
  })

  route(app, verifyAuth, async ({ body, request, reply }) => {
    assertKnownOrigin(request, access)
    const token = createToken()
    const now = Date.now()
    const { account, expiresAt } = await signIn(context, {
      ...body,
      domains: listDomains(context, request),
      token,
      now,
    })
    await noteAct(store, { account, act: 'signed in', subject: '' })
    const seconds = Math.floor((expiresAt.getTime() - now) / 1000)
    setSessionCookie(reply, access, { token, seconds })
    return undefined
  })

  route(app, getSessionUser, async ({ request }) => {
    assertKnownOrigin(request, access)
    const { address } = await requireSession(context, request)
    return {
      id: address,
      authMethod: 'siwe' as const,
      signerAddress: address,
    }
  })

  route(app, logOut, async ({ request, reply }) => {
    assertKnownOrigin(request, access)
    const token = readToken(request)
    const session = token && (await readSession(store, token))
    if (token) await deleteSession(store, token)
    if (session)
      await noteAct(store, {
        ...{ account: session.address, act: 'signed out', subject: '' },
      })
    clearSessionCookie(reply, access)
    return undefined
  })
}

/** The page that asks is the one that is named; programs may name any of ours. */
function listDomains(
  { config: { access } }: Context,
  request: FastifyRequest,
): string[] {
  const { origin } = request.headers
  const origins = origin
    ? [origin]
    : [...listOwnOrigins(request, access), ...access.origins]
  return origins.map((each) => new URL(each).host)
}
