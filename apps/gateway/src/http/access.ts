import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify'
import type { Context } from '../context.js'
import { NotFoundFailure, RuleFailure } from '../failures.js'
import { type AccessRule, anyone, type Deed } from './accessRule.js'
import { findSession, isAdministrator } from './session.js'
import {
  findViewer,
  isMemberHere,
  maySee,
  requireViewer,
  type Viewer,
} from './viewer.js'

declare module 'fastify' {
  interface FastifyInstance {
    /** Every route with its rule. */
    listAccess(): { method: string; url: string; access?: AccessRule }[]
  }
}

/**
 * The one place where it is decided who is answered. It comes before every
 * handler, and so before the answers that callers share.
 */
export function addAccess(
  app: FastifyInstance,
  context: Context | undefined,
): void {
  const routes: RouteOptions[] = []
  app.addHook('onRoute', (route) => {
    routes.push(route)
  })
  app.addHook('onReady', async () => {
    const bare = routes.filter(({ config }) => config?.access === undefined)
    if (bare.length > 0) throw new MissingRuleError(bare)
  })
  app.decorate('listAccess', () =>
    routes.flatMap(({ method, url, config }) =>
      [method].flat().map((verb) => ({ method: verb, url, ...config })),
    ),
  )
  app.decorateRequest('viewer', null)
  const isForMembers = context?.config.access.mode === 'members'
  app.addHook('onRequest', async (request) => {
    if (readRule(request).for !== 'administrators') return
    if (context && (await isAdministrator(context, request))) return
    if (isForMembers && !(await findSession(context, request)))
      throw strangerFailure()
    throw outsiderFailure('Only administrators of this gateway can see this.')
  })
  if (!isForMembers) {
    app.addHook('onRequest', (request, _reply, done) => {
      request.viewer = { kind: 'everybody' }
      done()
    })
    return
  }
  app.addHook('onRequest', async (request, reply) => {
    const rule = readRule(request)
    if (!asksWho(rule)) return
    void reply.header('www-authenticate', 'Bearer')
    const viewer = await findViewer(context, request)
    if (!viewer) throw strangerFailure()
    reply.removeHeader('www-authenticate')
    request.viewer = viewer
  })
  app.addHook('preHandler', async (request) => {
    const rule = readRule(request)
    if (!asksWho(rule)) return
    assertScope(requireViewer(request), rule.does)
    // A chain may have to be asked: strangers who signed in wait for each other.
    await app.inLine(request, () => assertAllowed(context, request, rule))
  })
  app.addHook('onSend', async (request, reply, payload) => {
    const kept = String(reply.getHeader('cache-control'))
    if (asksWho(readRule(request)) && !/private|no-store/.test(kept))
      void reply.header('cache-control', 'private, no-cache')
    return payload
  })
}

type AskingRule = Exclude<
  AccessRule,
  { for: 'anyone' | 'own session' | 'administrators' }
>

function asksWho(rule: AccessRule): rule is AskingRule {
  return !['anyone', 'own session', 'administrators'].includes(rule.for)
}

/** What no route answers is told so, or gets the app's document. */
function readRule({ is404, routeOptions }: FastifyRequest): AccessRule {
  const rule = is404 ? anyone.access : routeOptions.config.access
  if (rule) return rule
  throw new TypeError('This route has no rule for access.')
}

function assertScope(viewer: Viewer, deed: Deed): void {
  if (viewer.kind !== 'token' || deed === 'read') return
  if (viewer.token.scope === deed) return
  throw new RuleFailure(
    'This token is read-only. Create one that can also propose.',
    { status: 403, named: true },
  )
}

async function assertAllowed(
  context: Context,
  request: FastifyRequest,
  rule: AskingRule,
): Promise<void> {
  const viewer = requireViewer(request)
  if (rule.for === 'visible') return
  const place =
    rule.for === 'safe' ? await rule.find(context, request) : 'none named'
  if (place === undefined) throw new NotFoundFailure()
  if (place === 'none named') {
    if (await isMemberHere(context, viewer)) return
    throw outsiderFailure(
      'This gateway is for members only. The account you signed in with owns none of its safes.',
    )
  }
  if (await maySee(context, viewer, place)) return
  // Anyone who asks by a hash is not told that somebody has it.
  if (place.hidden) throw new NotFoundFailure()
  throw outsiderFailure(
    viewer.kind === 'token'
      ? 'This token is not for this safe, or the person who created it is no longer a member of this safe.'
      : 'The account you signed in with is neither an owner nor a proposer of this safe.',
  )
}

function strangerFailure(): RuleFailure {
  return new RuleFailure(
    'This gateway is for members only. Sign in with a wallet that owns one of its safes, or send a token.',
    { status: 401, named: true },
  )
}

function outsiderFailure(message: string): RuleFailure {
  return new RuleFailure(message, { status: 403, named: true })
}

class MissingRuleError extends TypeError {
  override name = 'MissingRuleError'
  constructor(routes: readonly RouteOptions[]) {
    const names = routes.map(({ method, url }) => `${method} ${url}`)
    super(`Routes without a rule for access: ${names.join(', ')}`)
  }
}
