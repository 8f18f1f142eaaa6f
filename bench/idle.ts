import { setTimeout as delay } from 'node:timers/promises'
import { createClient, followLive } from '@covault/api'
import { type Devnet, demoAccounts, playOffChainPart } from '@covault/devnet'
import type { Address } from 'viem'
import { waitUntilSynced } from '../apps/gateway/src/testing/waitUntilSynced.js'
import {
  listFamily,
  readCpuSeconds,
  readHeldMegabytes,
  type Served,
} from './serving/processes.js'
import { round, takeMedian } from './shared/figures.js'
import { openDemo } from './shared/openDemo.js'

/**
 * What a gateway with two local chains costs while nothing happens, in
 * hundredths of a core, how long it takes then until somebody is told that
 * something did, and how long a start takes. With `--against` the folder of
 * another checkout that is built, of that one.
 */
export async function run({
  quick,
  against,
}: {
  quick: boolean
  against: string | undefined
}): Promise<object> {
  const size = quick
    ? { idleSeconds: 20, rounds: 5, starts: 5 }
    : { idleSeconds: 60, rounds: 20, starts: 15 }
  const demo = await openDemo([31337, 31338])
  try {
    const gateway = await demo.start('all', against)
    await waitUntilSynced(gateway.url, demo.world)
    await playOffChainPart(demo.world.offChain, { url: gateway.url })
    // What a start brings about is over by then.
    await delay(settleMs)
    const database = demo.postgres.pid() ?? 0
    const began = performance.now()
    const before = {
      gateway: gateway.cpuSeconds(),
      database: readFamilySeconds(database),
    }
    const held = await watchHeld(
      { gateway: gateway.pid, database },
      size.idleSeconds,
    )
    const watchedMs = performance.now() - began
    const share = (seconds: number) => round((seconds * 100_000) / watchedMs)
    const idle = {
      // Must be below 2.
      gatewayPercent: share(gateway.cpuSeconds() - before.gateway),
      databasePercent: share(readFamilySeconds(database) - before.database),
      ...held,
    }
    const [devnet] = demo.devnets
    const [safe] = demo.world.safes
    if (!devnet || !safe) throw new TypeError('A demo without safes.')
    const told = await measureTold(devnet, {
      url: gateway.url,
      safe: safe.address,
      rounds: size.rounds,
    })
    await gateway.stop()
    const starts = await measureStarts(
      () => demo.start('all', against),
      size.starts,
    )
    const result = { ...idle, ...told, ...starts }
    console.table(result)
    return result
  } finally {
    await demo.stop()
  }
}

const settleMs = 75_000

/** Of a process and those that it started, also when they have ended. */
function readFamilySeconds(pid: number): number {
  return listFamily(pid).reduce((sum, each) => sum + readCpuSeconds(each), 0)
}

const sampleSeconds = 5

/**
 * Proportional, so that what the two share is counted once, and the median of a
 * while: one look may meet garbage that is about to be collected.
 */
async function watchHeld(
  pids: { gateway: number; database: number },
  seconds: number,
) {
  const gateway: number[] = []
  const database: number[] = []
  for (let at = 0; at < seconds; at += sampleSeconds) {
    await delay(sampleSeconds * 1_000)
    gateway.push(readHeldMegabytes(listFamily(pids.gateway)))
    database.push(readHeldMegabytes(listFamily(pids.database)))
  }
  const gatewayMegabytes = takeMedian(gateway)
  const databaseMegabytes = takeMedian(database)
  return {
    gatewayMegabytes,
    databaseMegabytes,
    megabytes: gatewayMegabytes + databaseMegabytes,
  }
}

/** From the start of the process to its word that it serves, all being known. */
async function measureStarts(
  start: () => Promise<Served>,
  count: number,
): Promise<Record<string, number>> {
  const times: number[] = []
  for (let at = 0; at < count; at++) {
    const began = performance.now()
    const gateway = await start()
    times.push(performance.now() - began)
    await gateway.stop()
  }
  return {
    startMs: Math.round(takeMedian(times)),
    startWorstMs: Math.round(Math.max(...times)),
  }
}

/** From a payment that is sent to the event in somebody's stream. */
async function measureTold(
  { client, chainId }: Devnet,
  parameters: { url: string; safe: Address; rounds: number },
): Promise<Record<string, number>> {
  const { url, safe, rounds } = parameters
  const stopping = new AbortController()
  const { signal } = stopping
  let hear = () => {}
  const listen = () =>
    new Promise<number>((resolve) => {
      hear = () => resolve(performance.now())
    })
  const greeted = listen()
  void (async () => {
    const safes = [{ chainId, address: safe }]
    const events = followLive(createClient({ baseUrl: url }), { safes, signal })
    for await (const { name } of events)
      if (name === 'hello' || name === 'history') hear()
  })().catch(() => undefined)
  await greeted
  const times: number[] = []
  for (let count = 0; count < rounds; count++) {
    await delay(1_000 + Math.random() * 1_000)
    const told = listen()
    const sent = performance.now()
    await client.sendTransaction({
      account: demoAccounts.dave,
      to: safe,
      value: 1n,
    })
    times.push((await told) - sent)
  }
  stopping.abort()
  return {
    toldMs: Math.round(takeMedian(times)),
    toldWorstMs: Math.round(Math.max(...times)),
  }
}
