/**
 * What the document's head script asked while the scripts were on their way, by
 * what was asked. Anyone who asks the same of the same server takes the answer;
 * each is taken once.
 */
export type EarlyAnswers = Map<string, EarlyAnswer>

export type EarlyAnswer = {
  answer: Promise<Response>
  /** When it came, by `performance.now()`; undefined: it has not come yet. */
  at: number | undefined
  /** Ends it, also while its body is read. */
  leave: AbortController
}

declare global {
  interface Window {
    covaultEarly?: EarlyAnswers
  }
}

/** Milliseconds. What lay there longer is asked for again. */
const longest = 10_000

/** As many as viem reads of an answer. What is longer is left to viem. */
const mostBytes = 10_485_760

export function nameQuestion(url: string, body?: string): string {
  const { href } = new URL(url, globalThis.location?.href)
  return body === undefined ? href : `${href} ${withoutIds(body)}`
}

/** As `fetch`, for calls that the head script may have made already. */
export async function fetchEarly(
  input: string | URL | Request,
  init?: RequestInit,
): Promise<Response> {
  const body = typeof init?.body === 'string' ? init.body : undefined
  const early = take(String(input), body)
  const answer = early && (await wait(early, init?.signal))
  if (!answer?.ok) {
    early?.leave.abort()
    return fetch(input, init)
  }
  if (body === undefined) return answer
  return withIds(answer, body).catch(() => fetch(input, init))
}

function take(url: string, body: string | undefined): EarlyAnswer | undefined {
  const early = typeof window === 'undefined' ? undefined : window.covaultEarly
  if (!early?.size) return undefined
  const name = nameQuestion(url, body)
  const asked = early.get(name)
  early.delete(name)
  if (asked?.at === undefined || performance.now() - asked.at <= longest)
    return asked
  asked.leave.abort()
  return undefined
}

/** Anyone who gives up ends it. */
function wait(
  { answer, leave }: EarlyAnswer,
  signal: AbortSignal | null | undefined,
): Promise<Response | undefined> {
  const abort = () => leave.abort()
  if (signal?.aborted) abort()
  signal?.addEventListener('abort', abort)
  return answer.catch(() => undefined)
}

/** Calls of JSON-RPC are numbered as they are made. */
function withoutIds(body: string): string {
  return body.replace(/"id":\d+,/g, '')
}

async function withIds(answer: Response, body: string): Promise<Response> {
  const asked = JSON.parse(body) as { id: number }[]
  const given: unknown = await limit(answer).json()
  // A node that answers something else is left to the one who asked.
  if (!Array.isArray(given)) return Response.json(given)
  return Response.json(
    given.map((one) => ({ ...one, id: asked[one.id]?.id ?? one.id })),
  )
}

function limit({ body }: Response): Response {
  let bytes = 0
  const limited = new TransformStream<Uint8Array, Uint8Array>({
    transform(part, stream) {
      bytes += part.byteLength
      if (bytes > mostBytes) stream.error()
      else stream.enqueue(part)
    },
  })
  return new Response(body?.pipeThrough(limited as never))
}
