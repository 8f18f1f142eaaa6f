import type { Client } from './createClient.js'
import {
  GatewayError,
  GatewayTimeoutError,
  GatewayUnreachableError,
  NoLiveStreamError,
} from './errors.js'
import { createStreamReader, type StreamMessage } from './eventStream.js'
import { longestTimer } from './pause.js'
import { type FailedReply, readFailure } from './reply.js'

type Piece = { messages: StreamMessage[] } | FailedReply

/** One connection of a live stream, from its request to its first failure. */
export type LiveLine = {
  /** What came next. Nothing is read ahead, so nothing piles up here. */
  read: () => Promise<Piece>
  /** Milliseconds since the stream began; 0 when it never did. */
  held: () => number
  close: () => void
}

type Body = ReadableStreamDefaultReader<Uint8Array>

export function openLiveLine(
  client: Client,
  options: {
    url: string
    lastEventId: string
    signal: AbortSignal
    silence: number
  },
): LiveLine {
  const { url, lastEventId, signal: caller, silence } = options
  const { origin } = new URL(url)
  const controller = new AbortController()
  const { signal } = controller
  const hangUp = () => controller.abort()
  caller.addEventListener('abort', hangUp, { once: true })
  if (caller.aborted) hangUp()

  const decoder = new TextDecoder()
  const readMessages = createStreamReader()
  let body: Body | undefined
  let begun: number | undefined

  async function read(): Promise<Piece> {
    // It only runs while the server is waited for: that the caller takes its
    // time is no silence of the server.
    const timer = setTimeout(
      () => controller.abort(new GatewayTimeoutError(origin, silence, {})),
      Math.min(silence, longestTimer),
    )
    try {
      if (body) return await readPiece(body)
      const response = await request(url, { lastEventId, signal })
      if (!response.ok) return await readFailure(response, client.maximumBytes)
      body = bodyOf(response, origin)
      begun = Date.now()
      return { messages: [] }
    } catch (cause) {
      return { error: errorOf(cause), retryAfter: undefined }
    } finally {
      clearTimeout(timer)
    }
  }

  async function readPiece(from: Body): Promise<Piece> {
    const { done, value } = await from.read()
    if (done) throw new Error('The stream ended.')
    return { messages: readMessages(decoder.decode(value, { stream: true })) }
  }

  function errorOf(cause: unknown): GatewayError {
    if (signal.reason instanceof GatewayError) return signal.reason
    if (cause instanceof GatewayError) return cause
    return new GatewayUnreachableError(origin, { cause })
  }

  return {
    read,
    held: () => (begun === undefined ? 0 : Date.now() - begun),
    close: () => {
      caller.removeEventListener('abort', hangUp)
      hangUp()
    },
  }
}

function request(
  url: string,
  { lastEventId, signal }: { lastEventId: string; signal: AbortSignal },
): Promise<Response> {
  return fetch(url, {
    headers: {
      accept: 'text/event-stream',
      ...(lastEventId !== '' && { 'last-event-id': lastEventId }),
    },
    signal,
    redirect: 'manual',
  })
}

/** Anything but a stream would be asked for again for ever. */
function bodyOf(response: Response, origin: string): Body {
  const { status, headers, body } = response
  const contentType = headers.get('content-type')
  const isStream = /^text\/event-stream *(?:;|$)/i.test(contentType ?? '')
  if (status !== 200 || !isStream || !body)
    throw new NoLiveStreamError(origin, { status, contentType })
  return body.getReader()
}
