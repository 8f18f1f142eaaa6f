import type { FastifyRequest } from 'fastify'
import type { SafePlace } from '../commands/membership.js'
import type { Context } from '../context.js'
import { RuleFailure } from '../failures.js'
import type { Session } from '../store/sessions.js'
import { assertKnownOrigin } from './cors.js'
import { findSession, requireSession } from './session.js'
import { maySee, requireViewer, toViewer } from './viewer.js'

// What only the people of a safe see and write, whether or not the gateway is
// for members.

/** Where the gateway is for members, the route's rule has let them in. */
export async function isOfTeam(
  context: Context,
  request: FastifyRequest,
  place: SafePlace,
): Promise<boolean> {
  if (requireViewer(request).kind !== 'everybody') return true
  const session = await findSession(context, request)
  return session ? isMember(context, session, place) : false
}

/** Anyone who writes is signed in with a wallet, and a member of the safe. */
export async function requireMember(
  context: Context,
  request: FastifyRequest,
  place: SafePlace,
): Promise<Session> {
  assertKnownOrigin(request, context.config.access)
  const session = await requireSession(context, request)
  if (await isMember(context, session, place)) return session
  throw new RuleFailure(
    `You are neither an owner nor a proposer of ${place.safe}.`,
    { status: 403, named: true },
  )
}

export function isMember(
  context: Context,
  session: Session,
  place: SafePlace,
): Promise<boolean> {
  return maySee(context, toViewer(context, session), place)
}
