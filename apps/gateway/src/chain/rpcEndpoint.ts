import { createHash } from 'node:crypto'
import type { Hex } from 'viem'
import { splitEvery } from '../splitEvery.js'
import { getPace } from './limits/pace.js'
import {
  isAboutBatch,
  isSpent,
  isTooFast,
  readPerSecond,
} from './limits/refusals.js'
import {
  RpcAnswerError,
  RpcTooFastError,
  RpcUnavailableError,
} from './rpcErrors.js'
import { sendRpc } from './socket.js'

export type RpcCall = { method: string; params: readonly unknown[] }

export type RpcOutcome =
  | { result: unknown; error?: undefined }
  | { error: RpcAnswerError }

/**
 * One node, spoken to without retries: anyone who asks decides what a failure
 * means. Who asks what another is just asking waits for the same answer.
 */
export type RpcEndpoint = {
  /** sha256 of the address. */
  id: Hex
  request(method: string, params: readonly unknown[]): Promise<unknown>
  /** All in one body; an error of one is its own. */
  batch(calls: readonly RpcCall[]): Promise<RpcOutcome[]>
}

export type RpcObserver = (call: {
  method: string
  seconds: number
  failed: boolean
}) => void

export function createRpcEndpoint(parameters: {
  url: string
  timeoutMs: number
  observe?: RpcObserver | undefined
}): RpcEndpoint {
  const { url, timeoutMs, observe } = parameters
  const underway = new Map<string, Underway>()
  const pace = getPace(url)
  let lastId = 0
  /** What the node takes in one body, as far as it was asked. */
  let mostPerBody = maximumBatch

  const send = (calls: readonly RpcCall[], single: boolean) => {
    const key = JSON.stringify([single, calls])
    const known = underway.get(key)
    if (known && performance.now() - known.since < sharedForMs)
      return known.answer
    const forget = () => {
      if (underway.get(key)?.answer === answer) underway.delete(key)
    }
    const answer = sendNow(calls, single).finally(forget)
    underway.set(key, { since: performance.now(), answer })
    return answer
  }

  const sendNow = async (
    calls: readonly RpcCall[],
    single: boolean,
  ): Promise<RpcOutcome[]> => {
    const bodies = calls.map(({ method, params }) => ({
      jsonrpc: '2.0',
      id: ++lastId,
      method,
      params,
    }))
    const release = await pace.take(calls.length)
    const started = performance.now()
    const outcomes = await post({
      url,
      timeoutMs,
      body: JSON.stringify(single ? bodies[0] : bodies),
    })
      .then((answer) => readAnswers({ bodies, answer }))
      // A refusal may be in the answer, and its place is given back as well.
      .catch((error: unknown) => error)
    if (outcomes instanceof RpcTooFastError)
      pace.slowDown({
        askedAt: started,
        perSecond: outcomes.perSecond,
        retryAfterMs: outcomes.retryAfterMs,
      })
    release()
    const seconds = (performance.now() - started) / 1000
    const failed = !Array.isArray(outcomes)
    for (const { method } of calls) observe?.({ method, seconds, failed })
    if (Array.isArray(outcomes)) return outcomes
    throw outcomes
  }

  const sendMany = async (calls: readonly RpcCall[]): Promise<RpcOutcome[]> => {
    const outcomes: RpcOutcome[] = []
    const most = Math.min(mostPerBody, pace.mostAtOnce())
    if (most === 1)
      for (const part of splitEvery(calls, singlesAtOnce))
        outcomes.push(
          ...(await Promise.all(part.map((call) => send([call], true)))).flat(),
        )
    else
      for (const part of splitEvery(calls, most))
        outcomes.push(...(await sendPart(part)))
    return outcomes
  }

  /** A node that does not take many at once is asked for less, then one by one. */
  const sendPart = async (part: readonly RpcCall[]): Promise<RpcOutcome[]> => {
    try {
      return await send(part, part.length === 1)
    } catch (error) {
      if (!(error instanceof BatchRefusedError)) throw error
      const less = error.isSize ? Math.floor(part.length / 2) : 1
      mostPerBody = Math.max(1, Math.min(mostPerBody, less))
      return sendMany(part)
    }
  }

  return {
    id: toEndpointId(url),
    async request(method, params) {
      const [outcome] = await send([{ method, params }], true)
      if (outcome === undefined) throw noAnswer(method)
      if (outcome.error) throw outcome.error
      return outcome.result
    },
    batch: sendMany,
  }
}

type Underway = { since: number; answer: Promise<RpcOutcome[]> }

/** An answer that is longer on its way may never come. */
const sharedForMs = 300
/** A node is known by this: its address may hold a key. */
export function toEndpointId(url: string): Hex {
  return `0x${createHash('sha256').update(url).digest('hex')}`
}

/** What common providers accept in one body. */
const maximumBatch = 100

/** Where everything needs a body of its own. */
const singlesAtOnce = 5

/** Anyone who sent several questions in one body sends them in several. */
class BatchRefusedError extends RpcUnavailableError {
  override name = 'BatchRefusedError'
  readonly isSize: boolean
  constructor({ isSize }: { isSize: boolean }) {
    super('The RPC endpoint does not accept so many requests at the same time.')
    this.isSize = isSize
  }
}

/** A body beyond this is an attack or a mistake. */
const maximumBytes = 160_000_000

async function post(parameters: {
  url: string
  timeoutMs: number
  body: string
}): Promise<unknown> {
  const { url, timeoutMs, body } = parameters
  const signal = AbortSignal.timeout(timeoutMs)
  const response = await sendRpc(url, { body, signal }).catch((cause) => {
    throw new RpcUnavailableError(
      signal.aborted
        ? `The RPC endpoint did not answer within ${timeoutMs} ms.`
        : 'The RPC endpoint does not answer.',
      { cause },
    )
  })
  if (Number(response.headers.get('content-length') ?? 0) > maximumBytes) {
    await response.body?.cancel()
    throw new RpcUnavailableError(
      'The answer of the RPC endpoint is too large.',
    )
  }
  const text = await response.text().catch((cause: unknown) => {
    throw new RpcUnavailableError(
      'The answer of the RPC endpoint is incomplete.',
      {
        cause,
      },
    )
  })
  const json = parseJson(text)
  const retryAfterMs = readRetryAfter(response.headers.get('retry-after'))
  if (isSpent({ code: response.status, message: text })) throw toSpentError()
  if (response.status === 429)
    throw new RpcTooFastError('The RPC endpoint answered with status 429.', {
      retryAfterMs,
      perSecond: readPerSecond(text),
    })
  // Some nodes send their JSON-RPC errors with a status of 400 or 500.
  if (json !== undefined && hasJsonRpcError(json)) return json
  if (response.ok && json !== undefined) return json
  if (response.status === 413) return tooLarge
  throw new RpcUnavailableError(
    response.ok
      ? 'The RPC endpoint answered with something that is not JSON.'
      : `The RPC endpoint answered with status ${response.status}.`,
    { retryAfterMs, status: response.status },
  )
}

/** A refused body size means: ask for less, as an answer would say it. */
const tooLarge = {
  error: { code: -32_005, message: 'query exceeds max results' },
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function hasJsonRpcError(json: unknown): boolean {
  return isRecord(json) && isRecord(json.error) && 'code' in json.error
}

function readRetryAfter(header: string | null): number | undefined {
  if (header === null) return undefined
  const seconds = Number(header)
  const wait = Number.isFinite(seconds)
    ? seconds * 1000
    : Date.parse(header) - Date.now()
  return wait > 0 ? Math.min(wait, 300_000) : undefined
}

function readAnswers(parameters: {
  bodies: readonly { id: number; method: string }[]
  answer: unknown
}): RpcOutcome[] {
  const { bodies, answer } = parameters
  const answers = Array.isArray(answer) ? answer : [answer]
  assertTaken(bodies.length, answers)
  // A node that refuses the whole body answers once for all of it.
  const shared = Array.isArray(answer) || bodies.length === 1 ? null : answer
  const byId = new Map(
    answers.filter(isRecord).map((entry) => [entry.id, entry]),
  )
  return bodies.map(({ id, method }, index) => {
    const entry =
      byId.get(id) ?? (bodies.length === 1 ? answers[index] : shared)
    return readAnswer(method, entry)
  })
}

/** One error for many questions may be about their number. */
function assertTaken(asked: number, answers: readonly unknown[]): void {
  const [only] = answers
  if (asked === 1 || answers.length > 1) return
  if (!isRecord(only) || !isRecord(only.error)) return
  const error = readError(only.error)
  if (isTooFast(error) || isSpent(error)) return
  if (isAboutBatch(error))
    throw new BatchRefusedError({
      isSize: /large|size|limit|exceed|max/i.test(error.message),
    })
}

function readError({ code, message, data }: Record<string, unknown>) {
  return { code: Number(code), message: String(message), data }
}

function readAnswer(method: string, entry: unknown): RpcOutcome {
  if (!isRecord(entry)) throw noAnswer(method)
  if (isRecord(entry.error)) {
    const error = readError(entry.error)
    if (isSpent(error)) throw toSpentError()
    if (isTooFast(error))
      throw new RpcTooFastError('The RPC endpoint asks us to slow down.', {
        perSecond: readPerSecond(error.message),
      })
    return { error: new RpcAnswerError(method, error) }
  }
  if (!('result' in entry)) throw noAnswer(method)
  return { result: entry.result }
}

/** It is asked again from time to time: a new month begins without a word. */
function toSpentError(): RpcUnavailableError {
  return new RpcUnavailableError('The quota of the RPC endpoint is used up.', {
    retryAfterMs: 300_000,
  })
}

function noAnswer(method: string): RpcUnavailableError {
  return new RpcUnavailableError(`The RPC endpoint did not answer ${method}.`)
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
