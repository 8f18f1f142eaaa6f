import { lookup } from 'node:dns/promises'
import { type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIP } from 'node:net'
import { BaseError } from '@covault/protocol'
import { isPublicAddress } from './publicAddress.js'

/** Turns a host name into every address it has. */
export type Resolve = (hostname: string) => Promise<string[]>

export type SafeFetchOptions = {
  maximumBytes: number
  timeoutMs: number
  /** Media types that are accepted, without parameters. */
  mediaTypes: readonly string[]
  /**
   * Origins the operator named: only these may be plain http, on other ports
   * or inside the operator's network.
   */
  trustedOrigins: readonly string[]
  resolve?: Resolve | undefined
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
  const controller = new AbortController()
  const late = new FetchRefusedError(
    `The host did not answer within ${options.timeoutMs} ms.`,
  )
  const timer = setTimeout(() => controller.abort(late), options.timeoutMs)
  const { signal } = controller
  const aborted = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(late), { once: true })
  })
  const followed = follow(address, { ...options, signal })
  try {
    return await Promise.race([followed, aborted])
  } catch (cause) {
    controller.abort(late)
    if (cause instanceof FetchRefusedError) throw cause
    throw new FetchRefusedError('The host does not answer.', { cause })
  } finally {
    clearTimeout(timer)
    // Whichever lost the race must not end the process.
    followed.catch(() => undefined)
    aborted.catch(() => undefined)
  }
}

type Hop = SafeFetchOptions & { signal: AbortSignal }

async function follow(address: string, options: Hop): Promise<Buffer> {
  let url = parseUrl(address)
  for (let hop = 0; hop <= mostRedirects; hop++) {
    const response = await open(url, options)
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

function parseUrl(address: string, base?: URL): URL {
  if (!URL.canParse(address, base?.href))
    throw new FetchRefusedError('The address is not valid.')
  return new URL(address, base)
}

async function open(url: URL, options: Hop): Promise<IncomingMessage> {
  const trusted = options.trustedOrigins.includes(url.origin)
  checkForm(url, trusted)
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const addresses = isIP(host)
    ? [host]
    : await (options.resolve ?? resolveName)(host)
  const [pinned] = addresses
  if (pinned === undefined)
    throw new FetchRefusedError('The host has no address.')
  if (!trusted && !addresses.every(isPublicAddress))
    throw new FetchRefusedError(
      'The host is not on the public internet, so it was not asked.',
    )
  options.signal.throwIfAborted()
  const request = url.protocol === 'https:' ? requestHttps : requestHttp
  return new Promise((resolve, reject) => {
    request(url, {
      // A pooled connection could lead elsewhere.
      agent: false,
      signal: options.signal,
      headers: {
        accept: options.mediaTypes.join(', '),
        'accept-encoding': 'identity',
        'user-agent': 'covault',
      },
      // Asking again could give another answer than the one checked.
      lookup: (_name, { all }, callback) => {
        const family = isIP(pinned)
        if (all) callback(null, [{ address: pinned, family }])
        else callback(null, pinned, family)
      },
    })
      .on('response', resolve)
      .on('error', reject)
      .end()
  })
}

function checkForm(url: URL, trusted: boolean): void {
  if (url.username || url.password)
    throw new FetchRefusedError('The address holds a name or password.')
  if (trusted && /^https?:$/.test(url.protocol)) return
  if (url.protocol !== 'https:')
    throw new FetchRefusedError('Only https addresses are fetched.')
  if (url.port !== '')
    throw new FetchRefusedError('Only the usual port is asked.')
}

async function resolveName(hostname: string): Promise<string[]> {
  const answers = await lookup(hostname, { all: true })
  return answers.map(({ address }) => address)
}

async function readBody(
  response: IncomingMessage,
  { maximumBytes, mediaTypes }: Hop,
): Promise<Buffer> {
  try {
    checkHead(response, { mediaTypes, maximumBytes })
    const chunks: Buffer[] = []
    let size = 0
    for await (const chunk of response as AsyncIterable<Buffer>) {
      size += chunk.length
      if (size > maximumBytes) throw tooLarge(maximumBytes)
      chunks.push(chunk)
    }
    return Buffer.concat(chunks)
  } finally {
    response.destroy()
  }
}

function checkHead(
  { statusCode, headers }: IncomingMessage,
  limits: { mediaTypes: readonly string[]; maximumBytes: number },
): void {
  if (statusCode !== 200)
    throw new FetchRefusedError(`The host answered with status ${statusCode}.`)
  const encoding = headers['content-encoding'] ?? 'identity'
  if (encoding !== 'identity')
    throw new FetchRefusedError('The host sent a compressed body unasked.')
  const [type = ''] = (headers['content-type'] ?? '').split(';')
  if (!limits.mediaTypes.includes(type.trim().toLowerCase()))
    throw new FetchRefusedError('The host sent another kind of document.')
  if (Number(headers['content-length'] ?? 0) > limits.maximumBytes)
    throw tooLarge(limits.maximumBytes)
}

function tooLarge(maximumBytes: number): FetchRefusedError {
  return new FetchRefusedError(
    `The document is larger than ${maximumBytes} bytes.`,
  )
}

/** Why something was not fetched. Messages name no address. */
export class FetchRefusedError extends BaseError {
  override name = 'FetchRefusedError'
}
