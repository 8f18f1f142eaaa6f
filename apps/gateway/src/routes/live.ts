import { getLive, type SafeReference } from '@covault/api'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Context } from '../context.js'
import { RuleFailure } from '../failures.js'
import { assertKnownOrigin } from '../http/cors.js'
import type { LiveHub, LiveStream } from '../http/live.js'
import { route } from '../http/route.js'
import { touchWatch } from '../store/watches.js'

/** Streams one process holds open. */
const mostStreams = 10_000

/** Bytes that may wait for a reader; one that is slower starts again. */
const mostWaiting = 256 * 1024

export function liveRoutes(
  app: FastifyInstance,
  context: Context,
  hub: LiveHub,
): void {
  const open = new Set<LiveStream>()
  app.addHook('preClose', () => hub.stop())
  route(app, getLive, async ({ query, request, reply }) => {
    assertKnownOrigin(request, context.config.access)
    if (open.size >= mostStreams)
      throw new RuleFailure('Too many streams', { status: 503, retryAfter: 5 })
    await hub.ready()
    await keepFollowed(context, query.safes)
    // The header is the browser's own, of the connection that broke.
    const lastEventId = request.headers['last-event-id'] ?? query.lastEventId
    const stream = createStream(reply, {
      safes: query.safes,
      lastEventId: lastEventId === undefined ? undefined : String(lastEventId),
    })
    if (request.method === 'HEAD') stream.end()
    else {
      open.add(stream)
      reply.raw.on('close', () => {
        open.delete(stream)
        hub.close(stream)
      })
      await hub.open(stream).catch(() => stream.end())
    }
    // Never sent: what is answered is the stream.
    return { chainId: null, safe: null, ref: null, block: null }
  })
}

/** A safe that somebody looks at is not let go. */
async function keepFollowed(
  { store }: Context,
  safes: readonly SafeReference[],
): Promise<void> {
  await Promise.all(
    safes.map(({ chainId, address }) =>
      touchWatch(store, { chainId, safe: address }),
    ),
  )
}

function createStream(
  reply: FastifyReply,
  parameters: Pick<LiveStream, 'safes' | 'lastEventId'>,
): LiveStream {
  reply.hijack()
  const { raw } = reply
  // A reader that is gone is told by 'close' alone.
  raw.on('error', () => undefined)
  raw.writeHead(200, {
    ...(reply.getHeaders() as Record<string, string>),
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-cache, no-transform',
    'x-accel-buffering': 'no',
  })
  return {
    ...parameters,
    write(text) {
      if (raw.destroyed) return
      if (raw.writableLength > mostWaiting) raw.destroy()
      else raw.write(text)
    },
    end: () => void raw.end(),
  }
}
