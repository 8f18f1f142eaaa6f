import { getLive, type SafeReference } from '@covault/api'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../context.js'
import { RuleFailure } from '../failures.js'
import { assertKnownOrigin } from '../http/cors.js'
import type { LiveHub, LiveStream } from '../http/live.js'
import { isThisMachine, toNetwork } from '../http/rateLimits.js'
import { route } from '../http/route.js'
import { findViewer, keepVisible } from '../http/viewer.js'
import { ifWritable } from '../store/storeFailure.js'
import { touchWatch } from '../store/watches.js'

/** Streams one process holds open, and one caller from elsewhere. */
const mostStreams = 10_000
const mostOfCaller = 100

/**
 * Bytes that may wait for a reader; one that is slower starts again. A burst
 * of all that is told at once is a fifth of it.
 */
const mostWaiting = 1024 * 1024

/** How long a reader has to take the end of its stream. */
const lastMs = 1_000

export function liveRoutes(
  app: FastifyInstance,
  context: Context,
  hub: LiveHub,
): void {
  const open = new Map<LiveStream, string>()
  const isFull = (caller: string): boolean => {
    if (open.size >= mostStreams) return true
    if (isThisMachine(caller)) return false
    const own = [...open.values()].filter((other) => other === caller)
    return own.length >= mostOfCaller
  }
  app.addHook('preClose', () => hub.stop())
  const stillSees = addRechecks(app, context)
  route(app, getLive, async ({ query, request, reply }) => {
    assertKnownOrigin(request, context.config.access)
    const caller = toNetwork(request.ip)
    if (isFull(caller))
      throw new RuleFailure('Too many streams', { status: 429, retryAfter: 5 })
    await hub.ready()
    const safes = await keepVisible(context, request, query.safes)
    await keepFollowed(context, safes)
    // The header is the browser's own, of the connection that broke.
    const lastEventId = request.headers['last-event-id'] ?? query.lastEventId
    const stream = createStream(reply, {
      safes,
      lastEventId: lastEventId === undefined ? undefined : String(lastEventId),
    })
    if (request.method === 'HEAD') stream.end()
    else {
      open.set(stream, caller)
      stillSees(stream, { request, asked: query.safes })
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

/** With what is remembered of a membership, well under a minute. */
const recheckMs = 10_000

/**
 * Where the gateway is for members, a stream ends when its reader may see
 * fewer safes than it tells of, or more: readers ask for another one then.
 */
function addRechecks(app: FastifyInstance, context: Context) {
  type Reader = { request: FastifyRequest; asked: readonly SafeReference[] }
  const readers = new Map<LiveStream, Reader>()
  const recheck = async (stream: LiveStream, reader: Reader) => {
    const { request, asked } = reader
    const viewer = await findViewer(context, request).catch(() => undefined)
    request.viewer = viewer ?? null
    const safes = viewer ? await keepVisible(context, request, asked) : []
    if (viewer && safes.length === stream.safes.length) return
    readers.delete(stream)
    stream.end()
  }
  const timer = setInterval(() => {
    for (const [stream, reader] of readers)
      if (!stream.isOpen()) readers.delete(stream)
      else recheck(stream, reader).catch(() => stream.end())
  }, recheckMs)
  app.addHook('preClose', async () => clearInterval(timer))
  return (stream: LiveStream, reader: Reader): void => {
    if (context.config.access.mode === 'members') readers.set(stream, reader)
  }
}

/** A safe that somebody looks at is not let go. */
async function keepFollowed(
  { store }: Context,
  safes: readonly SafeReference[],
): Promise<void> {
  await Promise.all(
    safes.map(({ chainId, address }) =>
      ifWritable(touchWatch(store, { chainId, safe: address })),
    ),
  )
}

function createStream(
  reply: FastifyReply,
  parameters: Pick<LiveStream, 'safes' | 'lastEventId'>,
): LiveStream {
  reply.hijack()
  const { raw } = reply
  const { socket } = raw
  // A reader that is gone is told by 'close' alone.
  raw.on('error', () => undefined)
  raw.writeHead(200, {
    ...(reply.getHeaders() as Record<string, string>),
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-cache, no-transform',
    'x-accel-buffering': 'no',
    // Nothing follows a stream: its end is the connection's.
    connection: 'close',
  })
  return {
    ...parameters,
    isOpen: () => !raw.destroyed,
    write(text) {
      if (raw.destroyed) return
      if (raw.writableLength > mostWaiting) raw.destroy()
      else raw.write(text)
    },
    end() {
      raw.end()
      setTimeout(() => socket?.destroy(), lastMs).unref()
    },
  }
}
