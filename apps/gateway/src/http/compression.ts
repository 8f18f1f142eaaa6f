import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { FastifyInstance } from 'fastify'

const compress = promisify(gzip)

/** Less than this gains nothing. */
const leastBytes = 1_024

/**
 * Compresses what the routes of this scope answer, for who can read it. Most
 * answers are small and differ each time; this is for those that grow.
 */
export function addCompression(scope: FastifyInstance): void {
  scope.addHook('onSend', async (request, reply, payload) => {
    void reply.header('vary', joinVary(reply.getHeader('vary')))
    const accepted = request.headers['accept-encoding'] ?? ''
    if (typeof payload !== 'string' || payload.length < leastBytes)
      return payload
    if (!/\bgzip\b(?!\s*;\s*q=0(?:\.0*)?(?:,|$))/i.test(String(accepted)))
      return payload
    void reply.header('content-encoding', 'gzip')
    void reply.removeHeader('content-length')
    return compress(payload)
  })
}

function joinVary(given: unknown): string {
  return given ? `${String(given)}, Accept-Encoding` : 'Accept-Encoding'
}
