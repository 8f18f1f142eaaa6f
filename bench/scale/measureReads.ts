import type { Store } from '../../apps/gateway/src/store/openStore.js'
import {
  chainId,
  nameOwner,
  nameSafe,
} from '../../apps/gateway/src/testing/inventSafes.js'
import { round, takeMedian, takePercentile } from '../shared/figures.js'

type Figures = Record<string, number>

type Question = {
  paths: string[]
  /** How many items each answer has, where that is known. */
  items?: number
  /** Before it is asked, and not counted. */
  prepare?: () => Promise<void>
}

/**
 * One after the other, each time about other safes, so that no answer is
 * shared and the database's memory holds none of it for certain.
 */
export async function measureReads(
  store: Store,
  parameters: {
    url: string
    safes: number
    requests: number
    /** Told of each kind of page as soon as it is measured. */
    note(figures: Figures): void
  },
): Promise<Figures> {
  const { url, safes, requests, note } = parameters
  const pick = (at: number) => (at * 7919 + 13) % safes
  const base = (at: number) =>
    `/v1/chains/${chainId}/safes/${nameSafe(pick(at))}`
  const one = (path: string): Question => ({ paths: [path] })
  const questions: Record<string, (at: number) => Question> = {
    history: (at) => one(`${base(at)}/transactions/history`),
    queue: (at) => one(`${base(at)}/transactions/queued`),
    messages: (at) => one(`${base(at)}/messages`),
    owners: (at) =>
      one(
        `/v1/chains/${chainId}/owners/${nameOwner(Math.floor(pick(at) / 5))}/safes`,
      ),
    overviewOf50: (at) => ({
      paths: Array.from({ length: 5 }, (_, part) => {
        const some = Array.from(
          { length: safesAtOnce },
          (_, place) =>
            `${chainId}:${nameSafe(pick((at * 5 + part) * safesAtOnce + place))}`,
        )
        return `/v1/safes?currency=usd&trusted=false&safes=${some.join(',')}`
      }),
      items: safesAtOnce,
      prepare: () => forgetBalances(store),
    }),
  }
  const figures: Figures = {}
  for (const [name, ask] of Object.entries(questions)) {
    const times: number[] = []
    // The first tenth warms up.
    for (let at = 0; at < requests * 1.1; at++) {
      const { paths, items, prepare } = ask(at)
      await prepare?.()
      const started = performance.now()
      for (const path of paths) await read(`${url}${path}`, items)
      if (at >= requests * 0.1) times.push(performance.now() - started)
    }
    const measured = {
      [`${name}Ms`]: round(takeMedian(times)),
      [`${name}P99Ms`]: round(takePercentile(times, 99)),
    }
    note(measured)
    Object.assign(figures, measured)
  }
  return figures
}

/** The most that one request may ask for. */
const safesAtOnce = 10

/**
 * Amounts are kept until the next block, and none comes while pages are
 * measured. With few safes each would be asked for several times, with many
 * once: kept ones would be compared with new ones. To truncate would have every
 * connection plan its statements again.
 */
async function forgetBalances(store: Store): Promise<void> {
  await store.deleteFrom('safe_token').execute()
  await store.deleteFrom('balance_read').execute()
}

/** The first page that a gateway answers after its start, of a safe nobody read. */
export async function measureFirstPage(
  url: string,
  at: number,
): Promise<number> {
  const started = performance.now()
  await read(
    `${url}/v1/chains/${chainId}/safes/${nameSafe(at)}/transactions/history`,
  )
  return performance.now() - started
}

async function read(url: string, items?: number): Promise<void> {
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
  const count = Array.isArray(list) ? list.length : 0
  if (!answer.ok || count === 0 || count !== (items ?? count))
    throw new Error(`${url}: ${answer.status} ${JSON.stringify(body)}`)
}
