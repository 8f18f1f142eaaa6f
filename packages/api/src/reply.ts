import {
  type GatewayError,
  GatewayReplyError,
  InvalidContentError,
  ResponseTooLargeError,
} from './errors.js'
import { readRetryAfter } from './retry.js'

/** What an attempt led to: content, or why there is none and how long to wait. */
export type Reply = { content: unknown } | FailedReply
export type FailedReply = {
  error: GatewayError
  /** Milliseconds the gateway asked for. */
  retryAfter: number | undefined
}

/** Rejects when the body breaks off, or is longer than `maximumBytes`. */
export async function readReply(
  response: Response,
  maximumBytes: number,
): Promise<Reply> {
  const text = await readText(response, maximumBytes)
  const content = parseJson(text)
  const isContent = content !== undefined || text === ''
  return response.ok && isContent ? { content } : failureOf(response, text)
}

/** The same for an answer that is known to be an error. */
export async function readFailure(
  response: Response,
  maximumBytes: number,
): Promise<FailedReply> {
  return failureOf(response, await readText(response, maximumBytes))
}

function failureOf(response: Response, text: string): FailedReply {
  const header = response.headers.get('retry-after')
  const retryAfter = readRetryAfter(header, Date.now())
  const content = parseJson(text)
  const error =
    content === undefined && text !== ''
      ? new InvalidContentError(response)
      : new GatewayReplyError(response, content)
  return { error, retryAfter }
}

async function readText(
  response: Response,
  maximumBytes: number,
): Promise<string> {
  const reader = response.body?.getReader()
  if (!reader) return ''
  const decoder = new TextDecoder()
  const parts: string[] = []
  for (let bytes = 0; ; ) {
    const { done, value } = await reader.read()
    if (done) return parts.join('') + decoder.decode()
    bytes += value.byteLength
    if (bytes > maximumBytes) {
      await reader.cancel()
      throw new ResponseTooLargeError(
        new URL(response.url).origin,
        maximumBytes,
      )
    }
    parts.push(decoder.decode(value, { stream: true }))
  }
}

/** Undefined for what is not JSON, which JSON itself cannot say. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
