/**
 * What the document's head script asked while the scripts were on their way, by
 * what was asked. Anyone who asks the same of the same server takes the answer;
 * each is taken once.
 */
export type EarlyAnswers = Map<string, Promise<Response>>

declare global {
  interface Window {
    covaultEarly?: EarlyAnswers
  }
}

/** Milliseconds. What took longer to be taken is asked for again. */
const longest = 10_000

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
  const answer = await inTime(take(String(input), body), init?.signal)
  if (!answer?.ok) return fetch(input, init)
  return body === undefined ? answer : withIds(answer, body)
}

function take(url: string, body: string | undefined) {
  const early = typeof window === 'undefined' ? undefined : window.covaultEarly
  if (!early || performance.now() > longest) return undefined
  const name = nameQuestion(url, body)
  const asked = early.get(name)
  early.delete(name)
  return asked?.catch(() => undefined)
}

function inTime(
  asked: Promise<Response | undefined> | undefined,
  signal: AbortSignal | null | undefined,
) {
  if (!asked || !signal) return asked
  return Promise.race([
    asked,
    new Promise<undefined>((resolve) => {
      signal.addEventListener('abort', () => resolve(undefined))
    }),
  ])
}

/** Calls of JSON-RPC are numbered as they are made. */
function withoutIds(body: string): string {
  return body.replace(/"id":\d+,/g, '')
}

async function withIds(answer: Response, body: string): Promise<Response> {
  const asked = JSON.parse(body) as { id: number }[]
  const given: unknown = await answer.json()
  // A node that answers something else is left to the one who asked.
  if (!Array.isArray(given)) return Response.json(given)
  return Response.json(
    given.map((one) => ({ ...one, id: asked[one.id]?.id ?? one.id })),
  )
}
