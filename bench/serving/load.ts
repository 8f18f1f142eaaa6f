import autocannon from 'autocannon'

/** A busy machine answers late; that is a figure, no failure. */
const patienceSeconds = 60

export type Load = {
  answered: number
  perSecond: number
  p50: number
  p99: number
}

type Much = { connections?: number } & (
  | { seconds: number }
  | { amount: number }
)

/** Asks for a while and counts; anything but 2xx is a failure of the bench. */
export async function load(
  url: string,
  { perSecond, ...much }: Much & { perSecond?: number },
): Promise<Load> {
  return ask(url, much, perSecond ? { overallRate: perSecond } : {})
}

/**
 * Asks under another name each time, so that no answer is shared: its links
 * have to lead back to the name that was asked.
 */
export async function loadFresh(url: string, much: Much): Promise<Load> {
  return askEach(url, much, ({ headers }) => ({
    headers: { ...headers, host: nameHost() },
  }))
}

/** Asks for these in turn, over all connections together. */
export async function loadInTurn(
  url: string,
  { paths, ...much }: Much & { paths: readonly string[] },
): Promise<Load> {
  let at = 0
  return askEach(url, much, () => ({ path: paths[at++ % paths.length] ?? '/' }))
}

function askEach(
  url: string,
  much: Much,
  change: (request: autocannon.Request) => Partial<autocannon.Request>,
): Promise<Load> {
  const setupRequest = (request: autocannon.Request) => ({
    ...request,
    ...change(request),
  })
  return ask(url, much, { requests: [{ setupRequest }] })
}

async function ask(
  url: string,
  { connections = 8, ...much }: Much,
  options: Partial<autocannon.Options>,
): Promise<Load> {
  const result = await autocannon({
    url,
    ...('seconds' in much ? { duration: much.seconds } : much),
    connections,
    timeout: patienceSeconds,
    ...options,
  })
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(
      `${url}: ${result.non2xx} answers other than 2xx, ${result.errors} errors.`,
    )
  return {
    answered: result.requests.total,
    // A sample is a second, and a few requests may take less.
    perSecond: result.requests.total / result.duration,
    p50: result.latency.p50,
    p99: result.latency.p99,
  }
}

let asked = 0

/** Any port will do: only the number of the connection leads anywhere. */
function nameHost(): string {
  return `127.0.0.1:${1_024 + (asked++ % 60_000)}`
}
