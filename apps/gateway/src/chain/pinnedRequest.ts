import { lookup } from 'node:dns/promises'
import { type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIP } from 'node:net'
import { BaseError } from '@covault/protocol'
import { isPublicAddress } from './publicAddress.js'

/** Turns a host name into every address it has. */
export type Resolve = (hostname: string) => Promise<string[]>

/** How far a request that a stranger named may go. */
export type Reach = {
  /**
   * Origins the operator named: only these may be plain http, on other ports
   * or inside the operator's network.
   */
  trustedOrigins: readonly string[]
  resolve?: Resolve | undefined
}

/**
 * Opens one request without becoming a stranger's hand inside the operator's
 * network (SSRF): the name is resolved once, every address of it must be
 * public, and the connection goes to that address and no other. A redirect is
 * an answer like any other.
 */
export async function openPinned(
  url: URL,
  options: Reach & {
    signal: AbortSignal
    method?: 'GET' | 'POST'
    headers: Record<string, string>
    body?: string
  },
): Promise<IncomingMessage> {
  const pinned = await pinAddress(url, options)
  options.signal.throwIfAborted()
  const request = url.protocol === 'https:' ? requestHttps : requestHttp
  return new Promise((resolve, reject) => {
    request(url, {
      method: options.method ?? 'GET',
      // A pooled connection could lead elsewhere.
      agent: false,
      signal: options.signal,
      headers: {
        ...options.headers,
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
      .end(options.body)
  })
}

/** The address that a request may go to. */
export async function pinAddress(
  url: URL,
  { trustedOrigins, resolve = resolveName }: Reach,
): Promise<string> {
  const trusted = trustedOrigins.includes(url.origin)
  checkForm(url, trusted)
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const addresses = isIP(host) ? [host] : await resolve(host)
  const [pinned] = addresses
  if (pinned === undefined)
    throw new FetchRefusedError('The host has no address.')
  if (!trusted && !addresses.every(isPublicAddress))
    throw new FetchRefusedError(
      'The host is not on the public internet, so it was not contacted.',
    )
  return pinned
}

export function parseUrl(address: string, base?: URL): URL {
  if (!URL.canParse(address, base?.href))
    throw new FetchRefusedError('The address is not valid.')
  return new URL(address, base)
}

function checkForm(url: URL, trusted: boolean): void {
  if (url.username || url.password)
    throw new FetchRefusedError('The address holds a name or password.')
  if (trusted && /^https?:$/.test(url.protocol)) return
  if (url.protocol !== 'https:')
    throw new FetchRefusedError('Only https addresses are fetched.')
  if (url.port !== '')
    throw new FetchRefusedError('Only the usual port is allowed.')
}

async function resolveName(hostname: string): Promise<string[]> {
  const answers = await lookup(hostname, { all: true })
  return answers.map(({ address }) => address)
}

/** Ends what takes too long; whatever fails is a refusal. */
export async function withinTime<Result>(
  timeoutMs: number,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const controller = new AbortController()
  const late = new FetchRefusedError(
    `The host did not answer within ${timeoutMs} ms.`,
  )
  const timer = setTimeout(() => controller.abort(late), timeoutMs)
  const { signal } = controller
  const aborted = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(late), { once: true })
  })
  const working = work(signal)
  try {
    return await Promise.race([working, aborted])
  } catch (cause) {
    controller.abort(late)
    if (cause instanceof FetchRefusedError) throw cause
    throw new FetchRefusedError('The host does not answer.', { cause })
  } finally {
    clearTimeout(timer)
    // Whichever lost the race must not end the process.
    working.catch(() => undefined)
    aborted.catch(() => undefined)
  }
}

/** Why something was not fetched. Messages name no address. */
export class FetchRefusedError extends BaseError {
  override name = 'FetchRefusedError'
}
