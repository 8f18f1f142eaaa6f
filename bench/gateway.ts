import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import {
  createDemoConfig,
  type DemoWorld,
  playOffChainPart,
  seedDemoWorld,
  startDevnet,
} from '@covault/devnet'
import type { Address } from 'viem'
import { startEmbeddedPostgres } from '../apps/gateway/src/store/embeddedPostgres.js'
import { openStore, type Store } from '../apps/gateway/src/store/openStore.js'
import {
  readRowsRead,
  watchLocks,
} from '../apps/gateway/src/testing/databaseStatistics.js'
import { silent as log } from '../apps/gateway/src/testing/silent.js'
import { inventHistory } from './serving/inventHistory.js'
import { load, loadFresh } from './serving/load.js'
import { measureStreams } from './serving/measureStreams.js'
import {
  type Served,
  startCeiling,
  startServer,
  startWriter,
} from './serving/processes.js'
import { round, takeMedian } from './shared/figures.js'

type Size = {
  rounds: number
  seconds: number
  few: number
  many: number
  streams: number
}

/** How fast answers are given, as shares of what Fastify gives from memory. */
export async function run({ quick }: { quick: boolean }): Promise<object> {
  const size: Size = quick
    ? { rounds: 3, seconds: 1, few: 1_000, many: 20_000, streams: 200 }
    : { rounds: 5, seconds: 3, few: 1_000, many: 200_000, streams: 1_000 }
  const folder = mkdtempSync(join(tmpdir(), 'covault-bench-'))
  const devnet = await startDevnet({ chainId: 31337 })
  const postgres = await startEmbeddedPostgres({ dataFolder: folder, log })
  const store = await openStore({ url: postgres.url, log })
  const running: Served[] = []
  try {
    const world = await seedDemoWorld([devnet])
    const tokenListFile = join(folder, 'tokens.json')
    const { config, tokenList } = createDemoConfig({
      chains: [devnet],
      safes: world.safes,
      tokenListFile,
    })
    writeFileSync(tokenListFile, JSON.stringify(tokenList))
    const start = async (role: 'api' | 'indexer') => {
      const server = await startServer({
        folder,
        databaseUrl: postgres.url,
        configuration: config,
        role,
      })
      running.push(server)
      return server
    }
    const indexer = await start('indexer')
    const api = await start('api')
    await waitUntilSynced(api.url, world)
    await playOffChainPart(world.offChain, { url: api.url })
    // What is invented below is not on the chain, and must not be corrected.
    await indexer.stop()

    const [treasury, alone] = world.safes
    if (!treasury || !alone) throw new TypeError('A demo without safes.')
    const ratios = await measureRatios({
      folder,
      api,
      store,
      safe: treasury.address,
      size,
      running,
    })
    const growth = await measureGrowth({
      api,
      databaseUrl: postgres.url,
      store,
      safe: alone.address,
      size,
    })
    const second = await start('api')
    const sharing = await measureTwo({
      first: api,
      second,
      store,
      safe: treasury.address,
      size,
    })
    const streams = await measureStreams(store, {
      url: api.url,
      safe: treasury.address,
      clients: size.streams,
    })
    const result = {
      ...ratios,
      ...growth,
      ...sharing,
      streams: size.streams,
      lastStreamMs: round(streams.lastMs),
    }
    console.table(result)
    return result
  } finally {
    for (const server of running.reverse())
      await server.stop().catch(() => undefined)
    await store.destroy()
    await postgres.stop()
    await devnet.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function waitUntilSynced(url: string, world: DemoWorld): Promise<void> {
  for (const { chainId, address } of world.safes)
    for (;;) {
      const path = `/v1/chains/${chainId}/safes/${address}/watch`
      const reply = await fetch(`${url}${path}`, { method: 'POST' })
      const { synced } = (await reply.json()) as { synced?: boolean }
      if (synced) break
      await delay(50)
    }
}

/** Each answer beside the same one from memory, in turns. */
async function measureRatios(parameters: {
  folder: string
  api: Served
  store: Store
  safe: Address
  size: Size
  running: Served[]
}): Promise<Record<string, number>> {
  const { folder, api, safe, size, running } = parameters
  const paths = await listPaths(api.url, safe)
  const answers: Record<string, unknown> = {}
  for (const [name, path] of Object.entries(paths))
    answers[name] = await (await fetch(`${api.url}${path}`)).json()
  const ceiling = await startCeiling(folder, answers)
  running.push(ceiling)
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

/** A page costs the same whatever is behind it, and while more is written. */
async function measureGrowth(parameters: {
  api: Served
  databaseUrl: string
  store: Store
  safe: Address
  size: Size
}): Promise<Record<string, number>> {
  const { api, databaseUrl, store, safe, size } = parameters
  const { few, many, seconds, rounds } = size
  const history = `${api.url}/v1/chains/31337/safes/${safe}/transactions/history`
  const measure = async () => {
    const pages: number[] = []
    for (let count = 0; count < rounds; count++) {
      const deep = await findDeepPage(history)
      pages.push((await loadFresh(deep, { seconds })).perSecond)
    }
    return takeMedian(pages)
  }
  await inventHistory(store, { safe, from: 0, to: few })
  const atFirst = await measure()
  // As many as ask on a busy day, not as many as can be answered.
  const usual = { seconds: 2 * seconds, connections: 4, perSecond: 200 }
  const idle = await load(history, usual)
  const writer = startWriter({ databaseUrl, safe, from: few, to: many })
  const busy = await load(history, usual)
  await writer.done
  const atEnd = await measure()
  return {
    historyRows: many,
    // Must be at most 1.3.
    pageCostGrowth: round(atFirst / atEnd),
    idleP99Ms: idle.p99,
    busyP99Ms: busy.p99,
    // Must be at most 3; a latency below a millisecond counts as one.
    busyP99Ratio: round(Math.max(busy.p99, 1) / Math.max(idle.p99, 1)),
  }
}

async function findDeepPage(history: string): Promise<string> {
  let url = `${history}?cursor=limit%3D100`
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
  const requests = size.seconds * 1_200
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
