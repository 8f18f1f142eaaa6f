import autocannon from 'autocannon'

export type Load = { perSecond: number; p50: number; p99: number }

/** Asks for a while and counts; anything but 2xx is a failure of the bench. */
export async function load(
  url: string,
  { seconds, connections = 8 }: { seconds: number; connections?: number },
): Promise<Load> {
  const result = await autocannon({ url, duration: seconds, connections })
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(
      `${url}: ${result.non2xx} answers other than 2xx, ${result.errors} errors.`,
    )
  return {
    perSecond: result.requests.average,
    p50: result.latency.p50,
    p99: result.latency.p99,
  }
}

/** Asks with a part of the address that is never the same twice. */
export async function loadFresh(
  url: string,
  { seconds, connections = 8 }: { seconds: number; connections?: number },
): Promise<Load & { requests: number }> {
  let count = 0
  const result = await autocannon({
    url,
    duration: seconds,
    connections,
    requests: [
      {
        setupRequest: (request) => ({
          ...request,
          path: `${request.path}${request.path?.includes('?') ? '&' : '?'}fresh=${count++}`,
        }),
      },
    ],
  })
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(
      `${url}: ${result.non2xx} answers other than 2xx, ${result.errors} errors.`,
    )
  return {
    perSecond: result.requests.average,
    p50: result.latency.p50,
    p99: result.latency.p99,
    requests: result.requests.total,
  }
}
