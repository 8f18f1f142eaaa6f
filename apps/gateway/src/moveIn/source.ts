import { setTimeout as delay } from 'node:timers/promises'
import { backOff, readRetryAfter } from '@covault/api/transaction-service'
import { BaseError } from '@covault/protocol'
import { isLoopbackHost } from '../accessConfig.js'

/** Another service that speaks the transaction service's API. */
export type Source = {
  /** Where it is, without anything secret. */
  url: string
  /** Asks for a path under `/api`, within the budget of calls. */
  get(path: string): Promise<unknown>
  /** Tells it something, and answers with what it says to that. */
  post(path: string, body: object): Promise<Reply>
}

export type Reply = { status: number; text: string }

export type SourceOptions = {
  from: string
  token: string | undefined
  /** Waits until the service may be asked, or throws where it may not. */
  take(): Promise<void>
  /** Failures in a row after which the other service counts as away. */
  mostFailures?: number
  /** Who fetches, where somebody else than the operator named the address. */
  fetch?: Fetch
}

type Fetch = (
  url: string,
  init: RequestInit & {
    headers: Record<string, string>
    signal: AbortSignal
  },
) => Promise<Response>

const timeoutMs = 30_000
/** What one page can hold. */
export const mostBytes = 32_000_000
/** A service that asks for more patience is asked another day. */
const longestWaitMs = 120_000

export function openSource(options: SourceOptions): Source {
  const { token, take, mostFailures = 6, fetch: send = fetch } = options
  const url = readSourceUrl(options.from, token !== undefined)
  const headers: Record<string, string> = { accept: 'application/json' }
  if (token !== undefined) headers.authorization = `Bearer ${token}`

  const persist = async (path: string, init: Question): Promise<Reply> => {
    for (let failures = 1; ; failures++) {
      await take()
      const outcome = await ask(send, `${url}/api${path}`, init)
      if ('status' in outcome) return outcome
      const wait = outcome.retryAfterMs ?? backOff(failures, Math.random())
      if (failures === mostFailures || wait > longestWaitMs)
        throw new SourceAwayError(outcome.reason, wait)
      await delay(wait)
    }
  }

  return {
    url,
    async get(path) {
      const { status, text } = await persist(path, { headers })
      if (status < 200 || status > 299) throw new SourceRefusalError(status)
      try {
        return JSON.parse(text)
      } catch {
        throw new SourceAnswerError()
      }
    },
    post: (path, body) =>
      persist(path, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
  }
}

type Outcome = Reply | { reason: string; retryAfterMs: number | undefined }

type Question = RequestInit & { headers: Record<string, string> }

async function ask(send: Fetch, url: string, init: Question): Promise<Outcome> {
  const signal = AbortSignal.timeout(timeoutMs)
  try {
    // A token goes to the named service and nowhere else.
    const reply = await send(url, { ...init, signal, redirect: 'manual' })
    const { status } = reply
    if (status === 429 || status >= 500) {
      await reply.body?.cancel()
      const after = readRetryAfter(reply.headers.get('retry-after'), Date.now())
      const reason = `The other service answered with status ${status}.`
      return { reason, retryAfterMs: after }
    }
    return { status, text: await readText(reply) }
  } catch (cause) {
    if (cause instanceof BaseError) throw cause
    return {
      reason: 'The other service does not answer.',
      retryAfterMs: undefined,
    }
  }
}

async function readText(reply: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of reply.body ?? []) {
    size += chunk.length
    if (size > mostBytes) throw new SourceAnswerError()
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

/** With and without `/api` at its end, as clients of this API write it. */
function readSourceUrl(from: string, hasToken: boolean): string {
  if (!URL.canParse(from)) throw new SourceUrlError('is not a web address')
  const url = new URL(from)
  if (!/^https?:$/.test(url.protocol))
    throw new SourceUrlError('must begin with http:// or https://')
  if (url.username || url.password || url.search || url.hash)
    throw new SourceUrlError(
      'must not hold a password or a key. Put the key in COVAULT_MOVE_IN_TOKEN',
    )
  if (hasToken && url.protocol === 'http:' && !isLoopbackHost(url.hostname))
    throw new SourceUrlError(
      'must begin with https://, because the key would be readable on the way',
    )
  return url.href.replace(/\/+$/, '').replace(/\/api$/, '')
}

export class SourceUrlError extends BaseError {
  override name = 'SourceUrlError'
  constructor(problem: string) {
    super(`The address after --from ${problem}.`)
  }
}

/** What is left can be asked for later: what was taken stays. */
export class SourceAwayError extends BaseError {
  override name = 'SourceAwayError'
  constructor(
    readonly reason: string,
    readonly waitMs: number,
  ) {
    super(
      `${reason} Run the same command again in ${Math.ceil(waitMs / 1000)} seconds or later to continue.`,
    )
  }
}

export class SourceRefusalError extends BaseError {
  override name = 'SourceRefusalError'
  constructor(readonly status: number) {
    super(
      status === 401 || status === 403
        ? `The other service refused with status ${status}. Put your key for it in COVAULT_MOVE_IN_TOKEN.`
        : status === 404
          ? 'The other service does not know this safe, or --from is not the address of a transaction service, such as https://service.example/tx-service/eth.'
          : `The other service refused with status ${status}. Check the address after --from.`,
    )
  }
}

export class SourceAnswerError extends BaseError {
  override name = 'SourceAnswerError'
  constructor() {
    super(
      'The other service answered with something that is not a list. Check the address after --from.',
    )
  }
}
