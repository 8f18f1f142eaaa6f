import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type AccessConfig, isLoopbackHost } from '../accessConfig.js'
import { RuleFailure } from '../failures.js'
import { anyone } from './accessRule.js'

/** Lets pages of the configured origins call the API, and nobody else's. */
export function addCors(app: FastifyInstance, access: AccessConfig): void {
  const { origins } = access
  app.addHook('onRequest', (request, reply, done) => {
    const { origin } = request.headers
    if (origins.length > 0) reply.header('vary', 'Origin')
    if (origin && origins.includes(origin))
      reply.headers({
        'access-control-allow-origin': origin,
        'access-control-allow-credentials': 'true',
        'access-control-expose-headers':
          'age, etag, retry-after, x-covault-stale, x-request-id',
      })
    done()
  })
  app.options('/*', { config: anyone }, async (request, reply) => {
    const { origin } = request.headers
    if (origin && origins.includes(origin))
      reply.headers({
        'access-control-allow-methods': 'GET, HEAD, POST, PUT, PATCH, DELETE',
        'access-control-allow-headers': readWantedHeaders(request),
        'access-control-max-age': '600',
      })
    return reply.code(204).send()
  })
}

/** Clients send headers of their own, which we ignore, for tracing. */
function readWantedHeaders({ headers }: FastifyRequest): string {
  const wanted = headers['access-control-request-headers']
  return wanted && /^[\w ,-]{1,500}$/.test(wanted) ? wanted : 'content-type'
}

/**
 * For what a page gets by the browser's cookies or holds open: the page must
 * be ours or of a configured origin. Other programs send no origin.
 */
export function assertKnownOrigin(
  request: FastifyRequest,
  access: AccessConfig,
): void {
  if (!isKnownOrigin(request, access))
    throw new RuleFailure('Origin not allowed', { status: 403, named: true })
}

export function isKnownOrigin(
  request: FastifyRequest,
  access: AccessConfig,
): boolean {
  const { origin } = request.headers
  if (origin === undefined) return true
  return [...access.origins, ...listOwnOrigins(request, access)].includes(
    origin,
  )
}

/**
 * A name that merely leads here is not ours: by such a name a page of
 * somebody else could pass for one of this server.
 */
export function listOwnOrigins(
  { protocol, host, hostname }: FastifyRequest,
  { publicUrl, publicNames }: AccessConfig,
): string[] {
  const isOwn = isLoopbackHost(hostname) || publicNames.includes(hostname)
  return [
    ...(publicUrl ? [publicUrl] : []),
    ...(isOwn ? [`${protocol}://${host}`] : []),
  ]
}
