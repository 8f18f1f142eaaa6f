import * as z from 'zod/mini'
import type { Endpoint, EndpointResponse, Schema } from './endpoint.js'
import {
  GatewayError,
  GatewayTimeoutError,
  GatewayUnreachableError,
  InvalidBaseUrlError,
  isUnanswered,
  NoGatewayError,
  ResponseSchemaError,
  StreamCallError,
} from './errors.js'
import { checkPositive, checkRetryLimit } from './limits.js'
import { notify } from './notify.js'
import { longestTimer, pause } from './pause.js'
import { type Reply, readReply } from './reply.js'
import { buildBody, buildUrl, nameOf, type RequestInput } from './request.js'
import { backOff, mayRecover } from './retry.js'

/** What the callback learns after an attempt failed and before the next. */
export type FailedAttempt = {
  endpoint: Endpoint
  error: Error
  /** 1 after the first attempt. */
  failures: number
  /** Milliseconds until the next attempt. */
  delay: number
}

export type CallLimits = {
  /** Milliseconds for the whole call, its repetitions included. */
  timeout?: number | undefined
  /** How often a call that may be repeated is repeated. */
  retryLimit?: number | undefined
  onAttempt?: ((attempt: FailedAttempt) => void) | undefined
}

/** What a stand-in is asked: the call that nobody answered. */
export type UnansweredCall = {
  endpoint: Endpoint
  input: RequestInput
  signal: AbortSignal | undefined
}

/**
 * Answers in the gateway's place where it is away, with what the
 * endpoint's response reads to. Undefined: it does not know either.
 */
export type StandIn = (call: UnansweredCall) => Promise<unknown>

export type Fetch = (url: string, init: RequestInit) => Promise<Response>

export type ClientOptions = CallLimits & {
  /** Absolute; in a browser also relative to the page. Null: no gateway. */
  baseUrl?: string | null | undefined
  standIn?: StandIn | undefined
  /** In place of the platform's. */
  fetch?: Fetch | undefined
  /** Longer answers are refused. */
  maximumBytes?: number | undefined
}

export type Client = {
  /** Null: nobody is asked but the stand-in. */
  readonly baseUrl: string | null
  readonly standIn: StandIn | undefined
  readonly fetch: Fetch | undefined
  readonly maximumBytes: number
  readonly timeout: number
  readonly retryLimit: number
  readonly onAttempt: ((attempt: FailedAttempt) => void) | undefined
}

/** A client is only settings; `call` does the work for any endpoint. */
export function createClient({
  baseUrl = 'https://safe-client.safe.global',
  maximumBytes = 32 * 1024 * 1024,
  timeout = 120_000,
  retryLimit = 12,
  onAttempt,
  standIn,
  fetch,
}: ClientOptions = {}): Client {
  checkPositive({ maximumBytes, timeout })
  checkRetryLimit(retryLimit)
  return {
    baseUrl: baseUrl === null ? null : readBaseUrl(baseUrl),
    standIn,
    fetch,
    maximumBytes,
    timeout,
    retryLimit,
    onAttempt,
  }
}

/** Query and params as callers give them: what has a default may be absent. */
type Given<S, Defaults> = S extends Schema
  ? {
      [K in Exclude<keyof z.output<S>, MayLack<S, Defaults>>]: z.output<S>[K]
    } & {
      [K in MayLack<S, Defaults>]?: z.output<S>[K] | null | undefined
    }
  : never

type MayLack<S extends Schema, Defaults> = Extract<
  keyof Defaults | OptionalKey<z.input<S>>,
  keyof z.output<S>
>

type OptionalKey<T> = {
  [K in keyof T]-?: Record<never, never> extends Pick<T, K> ? K : never
}[keyof T]

type Part<Key extends string, Value> = [Value] extends [never]
  ? Record<never, never>
  : Record<never, never> extends Value
    ? { [K in Key]?: Value | undefined }
    : { [K in Key]: Value }

type DescribedInput<E extends Endpoint> = Part<
  'params',
  Given<E['params'], E['paramDefaults']>
> &
  Part<'query', Given<E['query'], undefined>> &
  Part<'body', E['body'] extends Schema ? z.output<E['body']> | string : never>

/** Instead of params and query a paged call takes the link of a page. */
type PageInput<E extends Endpoint> = E extends { paged: true }
  ? { pageUrl: string }
  : never

type Abortable = { signal?: AbortSignal | undefined }

export type CallInput<E extends Endpoint> = (DescribedInput<E> | PageInput<E>) &
  CallLimits &
  Abortable

type OptionalInput<E extends Endpoint> =
  Record<never, never> extends CallInput<E>
    ? [input?: CallInput<E>]
    : [input: CallInput<E>]

/**
 * Makes one call: checks and writes the request, repeats it while that may
 * help, reads the answer. Throws a GatewayError when the gateway fails, a
 * ResponseSchemaError when it answers in another shape, a RequestSchemaError
 * when the input has, and the signal's reason when the caller aborts.
 */
export async function call<E extends Endpoint>(
  client: Client,
  endpoint: E,
  ...[input]: OptionalInput<E>
): Promise<EndpointResponse<E>> {
  if (endpoint.stream) throw new StreamCallError(nameOf(endpoint))
  const given: RequestInput & CallLimits & Abortable = input ?? {}
  try {
    return await ask(client, endpoint, given)
  } catch (error) {
    if (!isUnanswered(error) || !client.standIn) throw error
    const { signal, ...asked } = given
    const answer = await client
      .standIn({ endpoint, input: asked, signal })
      .catch((reason) => {
        signal?.throwIfAborted()
        // Of two that do not answer the gateway is the one that was asked.
        throw error instanceof NoGatewayError ? reason : error
      })
    if (answer === undefined) throw error
    return answer as EndpointResponse<E>
  }
}

async function ask<E extends Endpoint>(
  client: Client,
  endpoint: E,
  given: RequestInput & CallLimits & Abortable,
): Promise<EndpointResponse<E>> {
  const url = buildUrl(client.baseUrl, endpoint, given)
  const body = buildBody(endpoint, given.body)
  const timeout = given.timeout ?? client.timeout
  const retryLimit = given.retryLimit ?? client.retryLimit
  checkPositive({ timeout })
  checkRetryLimit(retryLimit)
  const timer = startTimer(timeout, given.signal)
  try {
    const content = await repeat(
      () => send(client, { endpoint, url, body, signal: timer.signal }),
      {
        endpoint,
        limit: isRepeatable(endpoint) ? retryLimit : 0,
        deadline: Date.now() + timeout,
        signal: timer.signal,
        onAttempt: given.onAttempt ?? client.onAttempt,
      },
    )
    return readResponse(endpoint, content)
  } catch (error) {
    given.signal?.throwIfAborted()
    if (timer.signal.aborted)
      throw new GatewayTimeoutError(originOf(url), timeout, { cause: error })
    throw error
  } finally {
    timer.stop()
  }
}

function readBaseUrl(text: string): string {
  const { location } = globalThis as { location?: { href: string } }
  const url = URL.canParse(text, location?.href)
    ? new URL(text, location?.href)
    : undefined
  const usable =
    url &&
    ['http:', 'https:'].includes(url.protocol) &&
    url.username + url.password === ''
  if (!usable) throw new InvalidBaseUrlError()
  // An empty address means the page's origin, not the page.
  const path = text === '' ? '' : url.pathname.replace(/\/+$/, '')
  return `${url.origin}${path}`
}

function isRepeatable({ method, idempotent }: Endpoint): boolean {
  return idempotent ?? method === 'GET'
}

function originOf(url: string): string {
  return new URL(url).origin
}

/** Aborts with the caller, or when the time is up. */
function startTimer(timeout: number, caller: AbortSignal | undefined) {
  const controller = new AbortController()
  const abort = () => controller.abort()
  const timer = setTimeout(abort, Math.min(timeout, longestTimer))
  caller?.addEventListener('abort', abort)
  if (caller?.aborted) abort()
  return {
    signal: controller.signal,
    stop: () => {
      clearTimeout(timer)
      caller?.removeEventListener('abort', abort)
    },
  }
}

async function repeat(
  attempt: () => Promise<Reply>,
  options: {
    endpoint: Endpoint
    limit: number
    deadline: number
    signal: AbortSignal
    onAttempt: ((attempt: FailedAttempt) => void) | undefined
  },
): Promise<unknown> {
  const { endpoint, limit, deadline, signal, onAttempt } = options
  for (let failures = 1; ; failures += 1) {
    const result = await attempt()
    if ('content' in result) return result.content
    const { error, retryAfter } = result
    const delay = Math.max(retryAfter ?? 0, backOff(failures, Math.random()))
    const inTime = Date.now() + delay < deadline
    // Anyone who names a time says that it is worth another try.
    // Nor is one that has kept the asker waiting asked twice.
    const isWorthIt =
      retryAfter !== undefined ||
      (mayRecover(error) && !(error instanceof GatewayTimeoutError))
    if (failures > limit || !inTime || !isWorthIt) throw error
    notify(onAttempt, { endpoint, error, failures, delay })
    await pause(delay, signal)
  }
}

type Sending = {
  endpoint: Endpoint
  url: string
  body: string | undefined
  signal: AbortSignal
}

/** One attempt. Rejects only when `signal` aborts; failures are returned. */
async function send(client: Client, sending: Sending): Promise<Reply> {
  const { endpoint, url, body, signal } = sending
  try {
    const response = await (client.fetch ?? fetch)(url, {
      method: endpoint.method,
      headers: {
        accept: 'application/json',
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      body: body ?? null,
      signal,
      credentials: endpoint.session ? 'include' : 'same-origin',
      // An API does not move; what it redirects to was not configured.
      redirect: 'manual',
    })
    return await readReply(response, client.maximumBytes)
  } catch (cause) {
    if (signal.aborted) throw cause
    if (cause instanceof GatewayError)
      return { error: cause, retryAfter: undefined }
    const error = new GatewayUnreachableError(originOf(url), { cause })
    return { error, retryAfter: undefined }
  }
}

function readResponse<E extends Endpoint>(
  endpoint: E,
  content: unknown,
): EndpointResponse<E> {
  try {
    return z.decode(endpoint.response, content) as EndpointResponse<E>
  } catch (cause) {
    // Also what is nested too deep to be walked ends here.
    throw new ResponseSchemaError(nameOf(endpoint), cause)
  }
}
