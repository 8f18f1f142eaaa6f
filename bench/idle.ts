import { setTimeout as delay } from 'node:timers/promises'
import { createClient, followLive } from '@covault/api'
import { type Devnet, demoAccounts, playOffChainPart } from '@covault/devnet'
import type { Address } from 'viem'
import { waitUntilSynced } from '../apps/gateway/src/testing/waitUntilSynced.js'
import {
  listFamily,
  readCpuSeconds,
  readHeldMegabytes,
} from './serving/processes.js'
import { round, takeMedian } from './shared/figures.js'
import { openDemo } from './shared/openDemo.js'

/**
 * What a gateway with two local chains costs while nothing happens, in
 * hundredths of a core, and how long it takes then until somebody is told that
 * something did. With `--against` another build's `apps/gateway/dist/main.js`,
 * of that one.
 */
export async function run({
  quick,
  against,
}: {
  quick: boolean
  against: string | undefined
}): Promise<object> {
  const size = quick
    ? { idleSeconds: 20, rounds: 5 }
    : { idleSeconds: 60, rounds: 20 }
  const demo = await openDemo([31337, 31338])
  try {
    const gateway = await demo.start('all', against)
    await waitUntilSynced(gateway.url, demo.world)
    await playOffChainPart(demo.world.offChain, { url: gateway.url })
    // What a start brings about is over by then.
    await delay(settleMs)
    const database = demo.postgres.pid() ?? 0
    const before = {
      gateway: gateway.cpuSeconds(),
      database: readFamilySeconds(database),
    }
    await delay(size.idleSeconds * 1_000)
    const share = (seconds: number) => round((seconds / size.idleSeconds) * 100)
    const idle = {
      // Must be below 2.
      gatewayPercent: share(gateway.cpuSeconds() - before.gateway),
      databasePercent: share(readFamilySeconds(database) - before.database),
      ...readHeld({ gateway: gateway.pid, database }),
    }
    const [devnet] = demo.devnets
    const [safe] = demo.world.safes
    if (!devnet || !safe) throw new TypeError('A demo without safes.')
    const told = await measureTold(devnet, {
      url: gateway.url,
      safe: safe.address,
      rounds: size.rounds,
    })
    const result = { ...idle, ...told }
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

/** Proportional, so that what the two share is counted once. */
function readHeld(pids: { gateway: number; database: number }) {
  const gatewayMegabytes = readHeldMegabytes(listFamily(pids.gateway))
  const databaseMegabytes = readHeldMegabytes(listFamily(pids.database))
  return {
    gatewayMegabytes,
    databaseMegabytes,
    megabytes: gatewayMegabytes + databaseMegabytes,
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
