import autocannon from 'autocannon'

/** A busy machine answers late; that is a figure, no failure. */
const patienceSeconds = 60

export type Load = {
  answered: number
  perSecond: number
  p50: number
  p99: number
}

/** Asks for a while and counts; anything but 2xx is a failure of the bench. */
export async function load(
  url: string,
  {
    seconds,
    connections = 8,
    perSecond,
  }: { seconds: number; connections?: number; perSecond?: number },
): Promise<Load> {
  const result = await autocannon({
    url,
    duration: seconds,
    connections,
    timeout: patienceSeconds,
    ...(perSecond ? { overallRate: perSecond } : {}),
  })
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(
      `${url}: ${result.non2xx} answers other than 2xx, ${result.errors} errors.`,
    )
  return {
    answered: result.requests.total,
    perSecond: result.requests.average,
    p50: result.latency.p50,
    p99: result.latency.p99,
  }
}

/**
 * Asks under another name each time, so that no answer is shared: its links
 * have to lead back to the name that was asked.
 */
export async function loadFresh(
  url: string,
  {
    connections = 8,
    ...much
  }: { connections?: number } & ({ seconds: number } | { amount: number }),
): Promise<Load> {
  const result = await autocannon({
    url,
    ...('seconds' in much ? { duration: much.seconds } : much),
    connections,
    timeout: patienceSeconds,
    requests: [
      {
        setupRequest: (request) => ({
          ...request,
          headers: { ...request.headers, host: nameHost() },
        }),
      },
    ],
  })
  return toLoad(url, result)
}

/** Asks for these in turn, over all connections together. */
export async function loadInTurn(
  url: string,
  {
    paths,
    connections = 8,
    ...much
  }: { paths: readonly string[]; connections?: number } & (
    | { seconds: number }
    | { amount: number }
  ),
): Promise<Load> {
  let at = 0
  const result = await autocannon({
    url,
    ...('seconds' in much ? { duration: much.seconds } : much),
    connections,
    timeout: patienceSeconds,
    requests: [
      {
        setupRequest: (request) => ({
          ...request,
          path: paths[at++ % paths.length] ?? '/',
        }),
      },
    ],
  })
  return toLoad(url, result)
}

function toLoad(url: string, result: autocannon.Result): Load {
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
