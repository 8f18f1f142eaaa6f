import type { Store } from '../../apps/gateway/src/store/openStore.js'
import {
  chainId,
  inventSafes,
  nameSafe,
} from '../../apps/gateway/src/testing/inventSafes.js'
import { round, takeMedian } from '../shared/figures.js'
import { loadInTurn } from './load.js'
import type { Served } from './processes.js'

const questions = {
  safeInfo: '',
  balances: '/balances/usd',
  history20: '/transactions/history?cursor=limit%3D20',
  queue: '/transactions/queued',
}

type Size = {
  /** So many that none is asked for twice within a second. */
  safes: number
  rounds: number
  warmSeconds: number
  loadSeconds: number
}
type Figures = Record<string, number>

export type Build = {
  /** Its own: an older build can't work on a database that a newer one migrated. */
  store: Store
  /** Only when it is called, so that nothing is known to it yet. */
  start(): Promise<Served>
}

type Started = Served & { store: Store }

/**
 * Each request about another safe, many of them in turn: what a gateway does
 * when nobody asks what somebody else just asked. The first time around is
 * told apart, and so is the memory after all were asked for a while.
 */
export async function measureDistinct(parameters: {
  own: Build
  /** Another one, measured in turns with this. */
  other: Build | undefined
  size: Size
}): Promise<Figures> {
  const { size } = parameters
  const { safes } = size
  const own = await startWithSafes(parameters.own, safes)
  const other =
    parameters.other && (await startWithSafes(parameters.other, safes))
  const figures: Figures = {}
  for (const [name, path] of Object.entries(questions)) {
    const paths = listPaths(path, safes)
    if (other)
      figures[`${name}ColdPerSecondOfOther`] = await readCold(other, paths)
    figures[`${name}ColdPerSecond`] = await readCold(own, paths)
    Object.assign(figures, await measureWarm({ name, paths, own, other, size }))
  }
  const all = Object.values(questions).map((path) => listPaths(path, safes))
  const mixed = Array.from({ length: safes }, (_, at) =>
    all.flatMap((paths) => paths[at] ?? []),
  ).flat()
  await loadInTurn(own.url, { paths: mixed, seconds: size.loadSeconds })
  // Must be at most 300.
  figures.megabytesAfterLoad = own.megabytes()
  if (other) {
    await loadInTurn(other.url, { paths: mixed, seconds: size.loadSeconds })
    figures.megabytesAfterLoadOfOther = other.megabytes()
    await other.stop()
  }
  await own.stop()
  return figures
}

async function startWithSafes(
  { store, start }: Build,
  safes: number,
): Promise<Started> {
  await inventSafes(store, { from: 0, to: safes })
  return { ...(await start()), store }
}

function listPaths(path: string, safes: number): string[] {
  return Array.from(
    { length: safes },
    (_, at) => `/v1/chains/${chainId}/safes/${nameSafe(at)}${path}`,
  )
}

/** Each once, of a process that nobody has asked for it. */
async function readCold(
  { store, url }: Started,
  paths: readonly string[],
): Promise<number> {
  // What another process has read from the chain is known to all.
  for (const table of ['balance_read', 'safe_token'] as const)
    await store.deleteFrom(table).execute()
  const amount = paths.length
  const { perSecond } = await loadInTurn(url, { paths, amount })
  return round(perSecond)
}

async function measureWarm(parameters: {
  name: string
  paths: readonly string[]
  own: Served
  other: Served | undefined
  size: Size
}): Promise<Figures> {
  const { name, paths, own, other, size } = parameters
  const rounds: { own: Warm; other: Warm | undefined }[] = []
  for (let count = 0; count < size.rounds; count++)
    rounds.push({
      own: await askWarm(own, { paths, seconds: size.warmSeconds }),
      other:
        other && (await askWarm(other, { paths, seconds: size.warmSeconds })),
    })
  const median = (pick: (round: (typeof rounds)[number]) => number) =>
    round(takeMedian(rounds.map(pick)))
  const figures = {
    [`${name}PerSecond`]: median((each) => each.own.perSecond),
    [`${name}CpuMs`]: median((each) => each.own.cpuMs),
  }
  if (!other) return figures
  const compare = (figure: keyof Warm) => (each: (typeof rounds)[number]) =>
    each.own[figure] / (each.other?.[figure] ?? 0)
  return {
    ...figures,
    [`${name}PerSecondOfOther`]: median((each) => each.other?.perSecond ?? 0),
    [`${name}CpuMsOfOther`]: median((each) => each.other?.cpuMs ?? 0),
    // Must be at least 8 for history, 5 for safe and balances, 4 for the queue.
    [`${name}Times`]: median(compare('perSecond')),
    // The same on a machine that has other work as well.
    [`${name}CpuShare`]: median(compare('cpuMs')),
  }
}

/** How many a second, and what one takes of the gateway's processor time. */
type Warm = { perSecond: number; cpuMs: number }

async function askWarm(
  { url, cpuSeconds }: Served,
  question: { paths: readonly string[]; seconds: number },
): Promise<Warm> {
  const before = cpuSeconds()
  const { perSecond, answered } = await loadInTurn(url, question)
  return { perSecond, cpuMs: ((cpuSeconds() - before) * 1_000) / answered }
}
