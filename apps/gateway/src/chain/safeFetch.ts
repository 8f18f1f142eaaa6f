import type { IncomingMessage } from 'node:http'
import {
  FetchRefusedError,
  openPinned,
  parseUrl,
  type Reach,
  withinTime,
} from './pinnedRequest.js'

export type SafeFetchOptions = Reach & {
  maximumBytes: number
  timeoutMs: number
  /** Media types that are accepted, without parameters. */
  mediaTypes: readonly string[]
  /** For the host that was named; no redirect takes it elsewhere. */
  authorization?: string | undefined
}

/** Hops after which a chain of redirects is a trap. */
const mostRedirects = 3

/**
 * Fetches what a stranger named, without becoming the stranger's hand inside
 * the operator's network (SSRF): the name is resolved once, every address of
 * it must be public, and the connection goes to that address and no other;
 * the same holds for every redirect. Body, time and media type are bounded,
 * and compressed bodies are not asked for, so none can explode.
 */
export async function safeFetch(
  address: string,
  options: SafeFetchOptions,
): Promise<Buffer> {
  return withinTime(options.timeoutMs, (signal) =>
    follow(address, { ...options, signal }),
  )
}

type Hop = SafeFetchOptions & { signal: AbortSignal }

/**
 * As `fetch` for reading, with the same care: whatever the status is, it is an
 * answer, and no redirect is followed.
 */
export function createSafeFetch(
  options: Pick<
    SafeFetchOptions,
    'maximumBytes' | 'trustedOrigins' | 'resolve'
  >,
) {
  return async (
    address: string,
    init: { headers: Record<string, string>; signal: AbortSignal },
  ): Promise<Response> => {
    const response = await openPinned(parseUrl(address), {
      ...options,
      ...init,
    })
    const { statusCode: status = 0, headers } = response
    const after = headers['retry-after']
    const body = await collect(response, options.maximumBytes)
    return new Response(body.length > 0 ? body : null, {
      status,
      ...(after && { headers: { 'retry-after': after } }),
    })
  }
}

async function follow(address: string, options: Hop): Promise<Buffer> {
  const { authorization, mediaTypes } = options
  const named = parseUrl(address)
  let url = named
  for (let hop = 0; hop <= mostRedirects; hop++) {
    const isNamed = url.origin === named.origin
    const response = await openPinned(url, {
      ...options,
      headers: {
        accept: mediaTypes.join(', '),
        ...(authorization && isNamed && { authorization }),
      },
    })
    const { statusCode = 0, headers } = response
    if (statusCode < 300 || statusCode > 399 || !headers.location)
      return readBody(response, options)
    response.destroy()
    url = parseUrl(headers.location, url)
  }
  throw new FetchRefusedError(
    `The host redirected more than ${mostRedirects} times.`,
  )
}

async function readBody(
  response: IncomingMessage,
  { maximumBytes, mediaTypes }: Hop,
): Promise<Buffer> {
  try {
    checkHead(response, { mediaTypes, maximumBytes })
    return await collect(response, maximumBytes)
  } finally {
    response.destroy()
  }
}

async function collect(
  response: IncomingMessage,
  maximumBytes: number,
): Promise<Buffer<ArrayBuffer>> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of response as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > maximumBytes) throw tooLarge(maximumBytes)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

function checkHead(
  { statusCode, headers }: IncomingMessage,
  limits: { mediaTypes: readonly string[]; maximumBytes: number },
): void {
  if (statusCode !== 200)
    throw new FetchRefusedError(`The host answered with status ${statusCode}.`)
  const encoding = headers['content-encoding'] ?? 'identity'
  if (encoding !== 'identity')
    throw new FetchRefusedError(
      'The host sent a compressed body that was not requested.',
    )
  const [type = ''] = (headers['content-type'] ?? '').split(';')
  if (!limits.mediaTypes.includes(type.trim().toLowerCase()))
    throw new FetchRefusedError('The host sent a different kind of document.')
  if (Number(headers['content-length'] ?? 0) > limits.maximumBytes)
    throw tooLarge(limits.maximumBytes)
}

function tooLarge(maximumBytes: number): FetchRefusedError {
  return new FetchRefusedError(
    `The document is larger than ${maximumBytes} bytes.`,
  )
}
