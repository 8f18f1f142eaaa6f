import { randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AccessConfig } from '../accessConfig.js'
import type { Context } from '../context.js'
import { RuleFailure } from '../failures.js'
import { readSession, type Session } from '../store/sessions.js'
import { isKnownOrigin } from './cors.js'

const cookieName = 'access_token'

export function createToken(): string {
  return randomBytes(32).toString('base64url')
}

export function readToken({ headers }: FastifyRequest): string | undefined {
  const pairs = (headers.cookie ?? '').split(';').map((pair) => pair.trim())
  const own = pairs.find((pair) => pair.startsWith(`${cookieName}=`))
  const token = own?.slice(cookieName.length + 1)
  return token && /^[\w-]{43}$/.test(token) ? token : undefined
}

/** Who is signed in where a request comes from, if anybody is. */
export async function findSession(
  { store, config }: Context,
  request: FastifyRequest,
): Promise<Session | undefined> {
  const token = readToken(request)
  if (!token || !isKnownOrigin(request, config.access)) return undefined
  return readSession(store, token)
}

/** A contract may be another's elsewhere, so only accounts with a key count. */
export async function isAdministrator(
  context: Context,
  request: FastifyRequest,
): Promise<boolean> {
  const { administrators } = context.config.access
  if (administrators.length === 0) return false
  const session = await findSession(context, request)
  return Boolean(session?.anyChain && administrators.includes(session.address))
}

/** For routes that need somebody to be signed in. */
export async function requireSession(
  context: Context,
  request: FastifyRequest,
): Promise<Session> {
  const session = await findSession(context, request)
  if (!session)
    throw new RuleFailure('Forbidden resource', { status: 403, named: true })
  return session
}

export function setSessionCookie(
  reply: FastifyReply,
  access: AccessConfig,
  parameters: { token: string; seconds: number },
): void {
  const { token, seconds } = parameters
  const expires = new Date(Date.now() + seconds * 1000).toUTCString()
  const attributes = getAttributes(reply.request, access)
  reply.header(
    'set-cookie',
    `${cookieName}=${token}; HttpOnly; Path=/; Max-Age=${seconds}; Expires=${expires}; ${attributes}`,
  )
}

export function clearSessionCookie(
  reply: FastifyReply,
  access: AccessConfig,
): void {
  setSessionCookie(reply, access, { token: '', seconds: 0 })
}

/** Only a page of another site that is configured gets a cookie sent there. */
function getAttributes(request: FastifyRequest, access: AccessConfig): string {
  const { origin } = request.headers
  const isElsewhere =
    origin !== undefined &&
    access.origins.includes(origin) &&
    origin.startsWith('https:') &&
    !isSameSite(new URL(origin).hostname, request.hostname)
  if (isElsewhere) return 'SameSite=None; Secure'
  const isSecure =
    request.protocol === 'https' || access.publicUrl?.startsWith('https:')
  return isSecure ? 'SameSite=Strict; Secure' : 'SameSite=Strict'
}

/** By the last two labels, which is right for all but shared suffixes. */
function isSameSite(a: string, b: string): boolean {
  const site = (name: string) => name.split('.').slice(-2).join('.')
  return site(a) === site(b)
}
