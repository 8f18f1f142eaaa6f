import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { advance } from '../apps/gateway/src/indexer/advance.js'
import { readCursor } from '../apps/gateway/src/store/cursors.js'
import { startEmbeddedPostgres } from '../apps/gateway/src/store/embeddedPostgres.js'
import { openStore, type Store } from '../apps/gateway/src/store/openStore.js'
import { readMegabytes } from '../apps/gateway/src/testing/databaseStatistics.js'
import {
  chainId,
  historyPerSafe,
  inventFollowed,
  inventSafes,
  nameSafe,
  settle,
} from '../apps/gateway/src/testing/inventSafes.js'
import { silent as log } from '../apps/gateway/src/testing/silent.js'
import { type BusyNode, startBusyNode } from './scale/busyNode.js'
import { measureCrossover } from './scale/crossover.js'
import { followBlocks, openScaleChain } from './scale/followBlocks.js'
import { measureFirstPage, measureReads } from './scale/measureReads.js'
import { measureStreams } from './serving/measureStreams.js'
import { type Served, startServer } from './serving/processes.js'
import { calibrate, round, takeMedian } from './shared/figures.js'

type Size = { blocks: number; requests: number; streams: number }
type Figures = Record<string, number>
type Field = {
  node: BusyNode
  store: Store
  databaseUrl: string
  folder: string
  size: Size
}

/**
 * What grows with the number of safes, and what must not. One database grows
 * from size to size. Each figure is printed as soon as it is measured, so that
 * a run that breaks off is not lost. `--only tail` measures new blocks alone,
 * with safes that have no history; `--only crossover` from how many safes on it
 * is cheaper to read blocks whole.
 */
export async function run({
  quick,
  only,
}: {
  quick: boolean
  only: string[]
}): Promise<object> {
  const sizes = quick ? [1_000, 10_000] : [1_000, 10_000, 100_000]
  // A p99 of fewer requests would be that of a handful of them.
  const size: Size = quick
    ? { blocks: 20, requests: 500, streams: 500 }
    : { blocks: 60, requests: 500, streams: 3_000 }
  const loadBefore = readLoad()
  const folder = mkdtempSync(join(tmpdir(), 'covault-bench-'))
  const node = await startBusyNode()
  const postgres = await startEmbeddedPostgres({ dataFolder: folder, log })
  const store = await openStore({ url: postgres.url, log })
  try {
    const field = { node, store, databaseUrl: postgres.url, folder, size }
    await advance(openScaleChain(store, node.url))
    const result = only.includes('crossover')
      ? await measureCrossover({ ...field, blocks: size.blocks })
      : await measureSizes(field, { sizes, only })
    const load = { before: loadBefore, after: readLoad() }
    console.log(
      `Load of the machine: ${load.before} before, ${load.after} after.`,
    )
    return { ...result, load }
  } finally {
    await store.destroy()
    await postgres.stop()
    await node.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** What else the machine did in the last minute. */
function readLoad(): number {
  return round(loadavg()[0] ?? 0)
}

async function measureSizes(
  field: Field,
  { sizes, only }: { sizes: readonly number[]; only: string[] },
): Promise<object> {
  const list = only.includes('tail') ? listTailAlone : listAll
  const figures: Record<string, Figures> = {}
  // The first time is slower: the code is not compiled yet.
  calibrate()
  for (const [at, safes] of sizes.entries()) {
    const from = sizes[at - 1] ?? 0
    const fewest = sizes[0] ?? safes
    figures[safes] = await measureParts(list(field, { from, safes, fewest }))
    console.table(figures[safes])
  }
  tellDrift(Object.values(figures))
  const ratios = compare(Object.values(figures))
  console.table(toTable({ ...figures, ratios }))
  const most = figures[sizes.at(-1) ?? 0] ?? {}
  const limits = judge({ ...most, ...toGrowths(ratios) })
  console.table(limits)
  return { ...figures, ratios, limits }
}

type Growth = { from: number; safes: number; fewest: number }
type Part = () => Promise<Figures>

async function measureParts(parts: readonly Part[]): Promise<Figures> {
  const started = performance.now()
  const before = calibrate()
  const all: Figures = {}
  for (const measure of parts) {
    const figures = await measure()
    note(figures)
    Object.assign(all, figures)
  }
  return {
    ...all,
    // The same work every time: what it takes is how busy the machine is.
    machineMs: Math.round(500 * (before + calibrate())),
    load: readLoad(),
    minutes: round((performance.now() - started) / 60_000),
  }
}

function note(figures: Figures): void {
  console.log(JSON.stringify(figures))
}

function listAll(field: Field, growth: Growth): Part[] {
  const { safes } = growth
  return [
    () => fill(field, growth),
    () => measureTail(field, safes),
    () => measureIndexer(field, safes),
    () => measureGateway(field, growth),
  ]
}

function listTailAlone(field: Field, { from, safes }: Growth): Part[] {
  return [
    async () => {
      await inventFollowed(field.store, { from, to: safes })
      await settle(field.store)
      return { safes }
    },
    () => measureTail(field, safes),
  ]
}

async function fill(
  { store }: Field,
  { from, safes }: Growth,
): Promise<Figures> {
  const started = performance.now()
  await inventSafes(store, { from, to: safes })
  await settle(store)
  return {
    safes,
    historyRows: safes * historyPerSafe,
    inventSeconds: round((performance.now() - started) / 1_000),
    databaseMegabytes: await readMegabytes(store),
  }
}

async function measureTail(field: Field, safes: number): Promise<Figures> {
  const { node, size, databaseUrl } = field
  node.grow({ blocks: size.blocks, safes })
  const { url } = node
  const followed = await followBlocks({ url, databaseUrl })
  return {
    tailMs: round(followed.stepMs),
    tailWorstMs: round(followed.worstStepMs),
    tailMegabytes: Math.round(followed.megabytes),
  }
}

/** An indexer that takes longer for one block does not go on. */
const longestLagMs = 120_000

/** The program itself: what it holds, and what it does while nothing happens. */
async function measureIndexer(field: Field, safes: number): Promise<Figures> {
  const { node, store } = field
  const indexer = await serve(field, 'indexer')
  try {
    await delay(5_000)
    const cpu = indexer.cpuSeconds()
    await delay(10_000)
    const idleCpu = (indexer.cpuSeconds() - cpu) / 10
    node.grow({ blocks: 1, safes })
    const mined = performance.now()
    const reached = async () => (await readCursor(store, chainId))?.number ?? 0n
    while ((await reached()) < node.head()) {
      if (performance.now() - mined > longestLagMs)
        throw new Error(
          `The indexer stands at ${await reached()} of ${node.head()}.`,
        )
      await delay(20)
    }
    return {
      blockLagMs: Math.round(performance.now() - mined),
      idleCpuShare: round(idleCpu),
      indexerMegabytes: readMostMemory(indexer.pid),
    }
  } finally {
    await indexer.stop()
  }
}

async function measureGateway(
  field: Field,
  { safes, fewest }: Growth,
): Promise<Figures> {
  const { store, size } = field
  const firstPageMs = await measureFirstPages(field)
  note({ firstPageMs })
  const gateway = await serve(field, 'api')
  try {
    const { url } = gateway
    const { requests } = size
    const reads = await measureReads(store, { url, safes, requests, note })
    const streams = await measureStreams(store, {
      url,
      // As many changes with few safes as with many.
      safes: Array.from({ length: fewest }, (_, at) => nameSafe(at)),
      clients: size.streams,
    })
    return {
      firstPageMs,
      ...reads,
      streams: size.streams,
      lastStreamMs: round(streams.lastMs),
      gatewayMegabytes: readMostMemory(gateway.pid),
    }
  } finally {
    await gateway.stop()
  }
}

const starts = 5

/** Each of a process that has just been started. */
async function measureFirstPages(field: Field): Promise<number> {
  const times: number[] = []
  for (let at = 0; at < starts; at++) {
    const gateway = await serve(field, 'api')
    times.push(
      await measureFirstPage(gateway.url, at).finally(() => gateway.stop()),
    )
  }
  return round(takeMedian(times))
}

function serve(
  { folder, databaseUrl, node }: Field,
  role: 'api' | 'indexer',
): Promise<Served> {
  return startServer({
    folder,
    databaseUrl,
    role,
    configuration: {
      chains: [{ chainId, rpcUrls: [node.url], factoryMode: false }],
      following: { maximumSafes: 1_000_000 },
    },
  })
}

/** The most a process ever held, as Linux counts it. */
function readMostMemory(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const kilobytes = /VmHWM:\s+(\d+) kB/.exec(status)?.[1]
  return Math.round(Number(kilobytes) / 1_024)
}

/** Figures of different sizes say nothing if the machine was not the same. */
function tellDrift(figures: readonly Figures[]): void {
  const times = figures.map(({ machineMs = 0 }) => machineMs)
  const drift = Math.max(...times) / Math.min(...times)
  if (drift > mostDrift)
    console.log(
      `The same work took ${round(drift)} times as long at one size as at another: the machine was busy with something else, and the ratios below are not to be trusted.`,
    )
}

const mostDrift = 1.25

/** The tail against the size before, all else against the fewest safes. */
function compare(figures: readonly Figures[]): Figures {
  const [fewest = {}] = figures
  const [before = {}, most = {}] = figures.slice(-2)
  const grows = (name: string, from: Figures) =>
    round((most[name] ?? 0) / (from[name] || 1))
  const reads = ['history', 'queue', 'messages', 'owners', 'overviewOf50']
  const tail = { tail: grows('tailMs', before) }
  if (most.historyMs === undefined) return tail
  return {
    ...tail,
    ...Object.fromEntries(
      reads.flatMap((name) => [
        [name, grows(`${name}Ms`, fewest)],
        [`${name}P99`, grows(`${name}P99Ms`, fewest)],
      ]),
    ),
    lastStream: grows('lastStreamMs', fewest),
    firstPage: grows('firstPageMs', fewest),
  }
}

function toGrowths(ratios: Figures): Figures {
  return Object.fromEntries(
    Object.entries(ratios).map(([name, ratio]) => [`${name}Growth`, ratio]),
  )
}

/** What must hold with the most safes: at most these. */
const mostAllowed: Figures = {
  tailMs: 500,
  tailGrowth: 1.5,
  indexerMegabytes: 500,
  ...Object.fromEntries(
    ['history', 'queue', 'overviewOf50'].flatMap((name) => [
      [`${name}Growth`, 1.3],
      [`${name}P99Growth`, 2],
    ]),
  ),
}

type Verdict = { measured: number; most: number; holds: 'yes' | 'NO' }

/** Of what was measured. */
function judge(figures: Figures): Record<string, Verdict> {
  return Object.fromEntries(
    Object.entries(mostAllowed).flatMap(([name, most]) => {
      const measured = figures[name]
      if (measured === undefined) return []
      return [
        [name, { measured, most, holds: measured <= most ? 'yes' : 'NO' }],
      ]
    }),
  )
}

/** Sizes side by side, a figure per line. */
function toTable(result: Record<string, Figures>): Record<string, Figures> {
  const table: Record<string, Figures> = {}
  for (const [column, figures] of Object.entries(result))
    for (const [name, value] of Object.entries(figures))
      table[name] = { ...table[name], [column]: value }
  return table
}
