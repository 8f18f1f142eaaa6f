import { randomUUID } from 'node:crypto'
import {
  type FastifyInstance,
  type FastifyServerOptions,
  LogController,
} from 'fastify'
import type { AccessConfig } from '../accessConfig.js'
import { RuleFailure } from '../failures.js'

const longestUrl = 8_192

/** What runs when the process stops may still be answered for so long. */
const graceMs = 2_000

/** What a request may weigh and how long it may take. */
export function getServerOptions(access: AccessConfig) {
  const { trustedProxies } = access
  return {
    bodyLimit: 1_048_576,
    // From the first byte of a request to its last, so that nobody holds a
    // connection by sending slowly.
    requestTimeout: 30_000,
    handlerTimeout: 30_000,
    keepAliveTimeout: 72_000,
    http: { maxHeaderSize: 16_384, headersTimeout: 20_000 },
    trustProxy: trustedProxies.length > 0 ? trustedProxies : false,
    // Ids are ours: a caller's could forge lines of the log.
    requestIdHeader: false,
    genReqId: () => randomUUID(),
    // What people ask is their own; failures are logged where they happen.
    logController: new LogController({ disableRequestLogging: true }),
  } satisfies FastifyServerOptions & { http: object }
}

export function addLimits(app: FastifyInstance): void {
  app.server.maxHeadersCount = 100
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id)
    if (request.url.length <= longestUrl) return done()
    done(new RuleFailure('URI Too Long', { status: 414, named: true }))
  })
  app.addHook('preClose', async () => {
    // A connection without a request would be waited for.
    setTimeout(() => app.server.closeAllConnections(), graceMs).unref()
  })
  readJsonOnly(app)
}

/** Of the wire's rules: an empty body is an empty object. */
function readJsonOnly(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'string' },
    (request, body, done) => {
      if (body === '') done(null, {})
      else void parse(request, String(body), done)
    },
  )
}
