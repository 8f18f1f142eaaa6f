import {
  chainId,
  nameOwner,
  nameSafe,
} from '../../apps/gateway/src/testing/inventSafes.js'
import { round, takeMedian, takePercentile } from '../shared/figures.js'

type Figures = Record<string, number>

/**
 * One after the other, each time about other safes, so that no answer is
 * shared and the database's memory holds none of it for certain.
 */
export async function measureReads(
  url: string,
  { safes, requests }: { safes: number; requests: number },
): Promise<Figures> {
  const pick = (at: number) => (at * 7919 + 13) % safes
  const base = (at: number) =>
    `/v1/chains/${chainId}/safes/${nameSafe(pick(at))}`
  const questions: Record<string, (at: number) => string[]> = {
    history: (at) => [`${base(at)}/transactions/history`],
    queue: (at) => [`${base(at)}/transactions/queued`],
    messages: (at) => [`${base(at)}/messages`],
    owners: (at) => [
      `/v1/chains/${chainId}/owners/${nameOwner(Math.floor(pick(at) / 5))}/safes`,
    ],
    overviewOf50: (at) =>
      Array.from({ length: 5 }, (_, part) => {
        const some = Array.from(
          { length: 10 },
          (_, place) =>
            `${chainId}:${nameSafe(pick(at * 50 + part * 10 + place))}`,
        )
        return `/v1/safes?currency=usd&trusted=false&safes=${some.join(',')}`
      }),
  }
  const figures: Figures = {}
  for (const [name, ask] of Object.entries(questions)) {
    const times: number[] = []
    // The first tenth warms up.
    for (let at = 0; at < requests * 1.1; at++) {
      const started = performance.now()
      for (const path of ask(at)) await read(`${url}${path}`)
      if (at >= requests * 0.1) times.push(performance.now() - started)
    }
    figures[`${name}Ms`] = round(takeMedian(times))
    figures[`${name}P99Ms`] = round(takePercentile(times, 99))
  }
  return figures
}

/** The first page that a gateway answers after its start. */
export async function measureFirstPage(url: string): Promise<number> {
  const started = performance.now()
  await read(
    `${url}/v1/chains/${chainId}/safes/${nameSafe(0)}/transactions/history`,
  )
  return performance.now() - started
}

async function read(url: string): Promise<void> {
  const answer = await fetch(url)
  const body: unknown = await answer.json()
  const list =
    Array.isArray(body) || typeof body !== 'object' || body === null
      ? body
      : 'results' in body
        ? body.results
        : 'safes' in body
          ? body.safes
          : []
  const isEmpty = !Array.isArray(list) || list.length === 0
  if (!answer.ok || isEmpty)
    throw new Error(`${url}: ${answer.status} ${JSON.stringify(body)}`)
}
