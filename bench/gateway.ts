import { setTimeout as delay } from 'node:timers/promises'
import type { Address } from 'viem'
import type { Store } from '../apps/gateway/src/store/openStore.js'
import {
  readRowsRead,
  watchLocks,
} from '../apps/gateway/src/testing/databaseStatistics.js'
import { inventHistory } from './serving/inventHistory.js'
import { load, loadFresh } from './serving/load.js'
import { type Build, measureDistinct } from './serving/measureDistinct.js'
import { measureStreams } from './serving/measureStreams.js'
import { type Served, startCeiling, startWriter } from './serving/processes.js'
import { round, takeMedian } from './shared/figures.js'
import { type ServedDemo, serveDemo } from './shared/serveDemo.js'

type Size = {
  rounds: number
  seconds: number
  few: number
  many: number
  streams: number
  safes: number
  warmSeconds: number
  loadSeconds: number
}

/**
 * How fast answers are given, as shares of what Fastify gives from memory, and
 * how fast where each is about another safe (alone with `--only distinct`;
 * `--against` the folder of another build measures both).
 */
export async function run({
  quick,
  only,
  against,
}: {
  quick: boolean
  only: string[]
  against: string | undefined
}): Promise<object> {
  const size: Size = quick
    ? {
        ...{ rounds: 3, seconds: 1, few: 1_000, many: 20_000, streams: 200 },
        ...{ safes: 500, warmSeconds: 5, loadSeconds: 10 },
      }
    : {
        ...{ rounds: 5, seconds: 3, few: 1_000, many: 200_000, streams: 1_000 },
        ...{ safes: 2_000, warmSeconds: 10, loadSeconds: 60 },
      }
  const demo = await serveDemo()
  const { world, store, databaseUrl, folder, api } = demo
  try {
    const distinct = await measureDistinct({
      own: { store, start: () => demo.startAnother() },
      other: against === undefined ? undefined : await openOther(demo, against),
      size,
    })
    console.table(distinct)
    if (only.includes('distinct')) return distinct
    const [treasury, large, small] = world.safes
    if (!treasury || !large || !small)
      throw new TypeError('A demo without safes.')
    const ratios = await measureRatios({
      folder,
      api,
      store,
      safe: treasury.address,
      size,
    })
    const growth = await measureGrowth({
      api,
      databaseUrl,
      store,
      safe: large.address,
      small: small.address,
      size,
    })
    const second = await demo.startAnother()
    const sharing = await measureTwo({
      first: api,
      second,
      store,
      safe: treasury.address,
      size,
    })
    const streams = await measureStreams(store, {
      url: api.url,
      safes: [treasury.address],
      clients: size.streams,
    })
    const result = {
      ...distinct,
      ...ratios,
      ...growth,
      ...sharing,
      streams: size.streams,
      lastStreamMs: round(streams.lastMs),
    }
    console.table(result)
    return result
  } finally {
    await demo.stop()
  }
}

async function openOther(demo: ServedDemo, program: string): Promise<Build> {
  const { store, startAnother } = await demo.serveApart(program)
  return { store, start: () => startAnother(program) }
}

/** Each answer beside the same one from memory, in turns. */
async function measureRatios(parameters: {
  folder: string
  api: Served
  store: Store
  safe: Address
  size: Size
}): Promise<Record<string, number>> {
  const { folder, api, safe, size } = parameters
  const paths = await listPaths(api.url, safe)
  const answers: Record<string, unknown> = {}
  for (const [name, path] of Object.entries(paths))
    answers[name] = await (await fetch(`${api.url}${path}`)).json()
  const ceiling = await startCeiling(folder, answers)
  const { rounds, seconds } = size
  const result: Record<string, number> = {}
  for (const [name, path] of Object.entries(paths)) {
    const shares: number[] = []
    const fresh: number[] = []
    for (let count = 0; count < rounds; count++) {
      const best = await load(`${ceiling.url}/${name}`, { seconds })
      const ours = await load(`${api.url}${path}`, { seconds })
      const unshared = await loadFresh(`${api.url}${path}`, { seconds })
      shares.push(ours.perSecond / best.perSecond)
      fresh.push(unshared.perSecond)
      result[`${name}PerSecond`] = Math.round(ours.perSecond)
    }
    // Must be at least 0.35.
    result[`${name}Ratio`] = round(takeMedian(shares))
    result[`${name}FreshPerSecond`] = Math.round(takeMedian(fresh))
  }
  await ceiling.stop()
  return result
}

async function listPaths(
  url: string,
  safe: Address,
): Promise<Record<string, string>> {
  const base = `/v1/chains/31337/safes/${safe}`
  const history = `${base}/transactions/history`
  const first = (await (
    await fetch(`${url}${history}?cursor=limit%3D10`)
  ).json()) as { next: string; results: { transaction?: { id: string } }[] }
  const next = new URL(first.next)
  const details = first.results.find((item) =>
    item.transaction?.id.startsWith('multisig'),
  )
  return {
    historyFirst: history,
    historyDeep: `${next.pathname}${next.search}`,
    queue: `${base}/transactions/queued`,
    safe: base,
    balances: `${base}/balances/usd`,
    details: `/v1/chains/31337/transactions/${details?.transaction?.id}`,
  }
}

/** Pages of a hundred, in the browsers' API and in the service's. */
function listLongPages(url: string, safe: Address) {
  const base = `${url}/v1/chains/31337/safes/${safe}`
  return {
    history: `${base}/transactions/history?cursor=limit%3D100`,
    list: `${base}/multisig-transactions/?cursor=limit%3D100`,
    service: `${url}/tx-service/31337/api/v2/safes/${safe}/multisig-transactions/?limit=100`,
  }
}

/** A page costs the same whatever is behind it, and while more is written. */
async function measureGrowth(parameters: {
  api: Served
  databaseUrl: string
  store: Store
  /** Gets many transactions, `small` few. */
  safe: Address
  small: Address
  size: Size
}): Promise<Record<string, number>> {
  const { api, databaseUrl, store, safe, small, size } = parameters
  const { few, many, seconds } = size
  const history = `${api.url}/v1/chains/31337/safes/${safe}/transactions/history`
  await inventHistory(store, { safe, from: 0, to: few })
  await inventHistory(store, { safe: small, from: 0, to: few })
  // As many as ask on a busy day, not as many as can be answered.
  const usual = { seconds: 2 * seconds, connections: 4, perSecond: 200 }
  const idle = await load(history, usual)
  const writer = startWriter({ databaseUrl, safe, from: few, to: many })
  const busy = await load(history, usual)
  await writer.done
  return {
    historyRows: many,
    ...(await measurePages(api, { safe, small, size })),
    idleP99Ms: idle.p99,
    busyP99Ms: busy.p99,
    // Must be at most 3; a latency below a millisecond counts as one.
    busyP99Ratio: round(Math.max(busy.p99, 1) / Math.max(idle.p99, 1)),
  }
}

/** In turns, so that whatever else the machine does falls on all of them. */
async function measurePages(
  { url }: Served,
  parameters: { safe: Address; small: Address; size: Size },
): Promise<Record<string, number>> {
  const { safe, small, size } = parameters
  const ofFew = listLongPages(url, small)
  const ofMany = listLongPages(url, safe)
  const pages = {
    list: ofFew.list,
    service: ofFew.service,
    historyOfFew: await findDeepPage(ofFew.history),
    historyOfMany: await findDeepPage(ofMany.history),
    serviceOfFew: await findDeepPage(ofFew.service),
    serviceOfMany: await findDeepPage(ofMany.service),
  }
  // So many that a busy machine answers some.
  const amount = size.seconds * 20
  const rounds: Record<keyof typeof pages, number>[] = []
  for (let count = 0; count < size.rounds; count++) {
    const measured: Record<string, number> = {}
    for (const [name, page] of Object.entries(pages))
      measured[name] = (await loadFresh(page, { amount })).perSecond
    rounds.push(measured as Record<keyof typeof pages, number>)
  }
  const median = (pick: (speeds: (typeof rounds)[number]) => number) =>
    round(takeMedian(rounds.map(pick)))
  return {
    listPagePerSecond: median(({ list }) => list),
    servicePagePerSecond: median(({ service }) => service),
    // Must be at least 0.35.
    serviceShare: median(({ service, list }) => service / list),
    // Both must be at most 1.3.
    pageCostGrowth: median((speed) => speed.historyOfFew / speed.historyOfMany),
    servicePageCostGrowth: median(
      (speed) => speed.serviceOfFew / speed.serviceOfMany,
    ),
  }
}

async function findDeepPage(first: string): Promise<string> {
  let url = first
  for (let page = 0; page < 5; page++) {
    const { next } = (await (await fetch(url)).json()) as { next: string }
    url = next
  }
  return url
}

/** Two processes on one database do the work of one, each its half. */
async function measureTwo(parameters: {
  first: Served
  second: Served
  store: Store
  safe: Address
  size: Size
}): Promise<Record<string, number>> {
  const { first, second, store, safe, size } = parameters
  const path = `/v1/chains/31337/safes/${safe}/transactions/history`
  const requests = size.seconds * 100
  /** The same number of requests, by one or by two. */
  const measure = async (servers: Served[]) => {
    const before = await readRowsRead(store)
    const cpu = servers.reduce((sum, server) => sum - server.cpuSeconds(), 0)
    const locks = watchLocks(store)
    const loads = servers.map(({ url }) =>
      loadFresh(`${url}${path}`, {
        amount: requests / servers.length,
        connections: 4,
      }),
    )
    const waits = await Promise.all(loads).finally(locks.stop).then(locks.stop)
    // Statistics are written when a connection rests.
    await delay(1_500)
    const after = await readRowsRead(store)
    return {
      cpu: servers.reduce((sum, server) => sum + server.cpuSeconds(), cpu),
      rows: after - before,
      waits,
    }
  }
  // Whoever just started still compiles.
  for (const server of [first, second]) await measure([server])
  type Measured = Awaited<ReturnType<typeof measure>>
  const rounds: { one: Measured; two: Measured }[] = []
  for (let count = 0; count < size.rounds; count++)
    rounds.push({
      one: await measure([first]),
      two: await measure([first, second]),
    })
  const median = (pick: (round: (typeof rounds)[number]) => number) =>
    round(takeMedian(rounds.map(pick)))
  return {
    // Both must be at most 1.15.
    twoCpuRatio: median(({ one, two }) => two.cpu / one.cpu),
    twoRowsRatio: median(({ one, two }) => two.rows / one.rows),
    rowsPerRequest: median(({ one }) => one.rows / requests),
    twoLockWaits: rounds.reduce((sum, { two }) => sum + two.waits, 0),
  }
}
