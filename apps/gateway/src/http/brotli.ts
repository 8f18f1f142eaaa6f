import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import type { FastifyInstance, FastifyReply } from 'fastify'

/** Pictures and fonts are compressed as they are. */
const compressible =
  /^(text\/|application\/(javascript|json|manifest\+json|wasm)|image\/svg\+xml)/

/** The best that is still ready before the first visitor gives up. */
const quality = 9

const compress = promisify(brotliCompress)

/**
 * Sends the files of this scope in brotli to whoever reads it. They do not
 * change while the gateway runs, so each is compressed once and kept.
 */
export function addBrotli(scope: FastifyInstance): void {
  const kept = new Map<string, Promise<Buffer>>()
  scope.addHook<Readable | null>(
    'onSend',
    async (request, reply, payload): Promise<Readable | Buffer | null> => {
      const type = String(reply.getHeader('content-type') ?? '')
      if (reply.statusCode !== 200 || !compressible.test(type)) return payload
      addVary(reply)
      if (!readsBrotli(request.headers['accept-encoding'])) return payload
      reply
        .header('content-encoding', 'br')
        .removeHeader('content-length')
        .removeHeader('accept-ranges')
      if (request.method === 'HEAD' || !payload) return payload
      const [path = ''] = request.url.split('?')
      const known = kept.get(path)
      if (known !== undefined) {
        payload.destroy()
        return known
      }
      const compressed = buffer(payload).then((whole) =>
        compress(whole, {
          params: { [constants.BROTLI_PARAM_QUALITY]: quality },
        }),
      )
      kept.set(path, compressed)
      // What could not be read once may be readable the next time.
      compressed.catch(() => kept.delete(path))
      return compressed
    },
  )
}

function addVary(reply: FastifyReply): void {
  const known = reply.getHeader('vary')
  reply.header('vary', known ? `${known}, accept-encoding` : 'accept-encoding')
}

function readsBrotli(accepted: string | string[] | undefined): boolean {
  return String(accepted ?? '')
    .split(',')
    .map((each) => each.trim().toLowerCase())
    .some((each) => /^br(;|$)/.test(each) && !/;\s*q=0(\.0*)?$/.test(each))
}
