import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deploySafeContracts, startDevnet } from '@covault/devnet'
import { startEmbeddedPostgres } from '../apps/gateway/src/store/embeddedPostgres.js'
import { openStore } from '../apps/gateway/src/store/openStore.js'
import { silent as log } from '../apps/gateway/src/testing/silent.js'
import { makeHistory } from './indexing/makeHistory.js'
import { measureDecoders } from './indexing/measureDecoders.js'
import {
  forgetEverything,
  measureIndexing,
  measureParts,
  openBenchChain,
} from './indexing/measureIndexing.js'
import { measureLatency } from './indexing/measureLatency.js'
import { measureMemory } from './indexing/measureMemory.js'
import { measureReference } from './indexing/measureReference.js'
import { calibrate, round, takeMedian } from './shared/figures.js'

const chainId = 31337

type Result = {
  safes: number
  transactions: number
  logs: number
  /** Fetch and decode alone, rows dropped; the reference for the next. */
  referenceLogsPerSecond: number
  indexedLogsPerSecond: number
  /**
   * Must be at least 0.6: the median of the rounds, in each of which both are
   * measured one after the other, and what the best of either tell.
   */
  storeRatio: number
  bestStoreRatio: number
  /** Must be below 10. */
  indexSeconds: number
  bestIndexSeconds: number
  /** A loop that always does the same: how far the machine was our own. */
  calibrationSeconds: number
  bestCalibrationSeconds: number
  /** Of these, how long the node had questions to answer. */
  nodeSeconds: number
  nodeBodies: number
  decodeSeconds: number
  interpretSeconds: number
  insertSeconds: number
  /** From a mined block to its event being announced; must be below 1. */
  latencySeconds: number
  worstLatencySeconds: number
  viemDecodesPerSecond: number
  ourDecodesPerSecond: number
  /** Must be at least 10. */
  decoderRatio: number
  rowsPerSecond: number
  megabytesAtFirst: number
  megabytesAtEnd: number
}

/** How fast executed transactions are read, decoded and stored. */
export async function run({ quick }: { quick: boolean }): Promise<Result> {
  const size = quick
    ? { safes: 10, transactions: 500, rows: 40_000, rounds: 3 }
    : { safes: 50, transactions: 5_000, rows: 200_000, rounds: 5 }
  const folder = mkdtempSync(join(tmpdir(), 'covault-bench-'))
  const devnet = await startDevnet({ chainId, noMining: true })
  const postgres = await startEmbeddedPostgres({ dataFolder: folder, log })
  const store = await openStore({ url: postgres.url, log })
  try {
    await deploySafeContracts(devnet)
    const safes = await makeHistory(devnet, size)
    const addresses = safes.map(({ address }) => address)
    const chain = openBenchChain(devnet, store)
    const references: number[] = []
    const calibrations: number[] = []
    const indexings: Awaited<ReturnType<typeof measureIndexing>>[] = []
    let { logs } = await measureReference(chain, addresses)
    for (let count = 0; count < size.rounds; count++) {
      await forgetEverything(store)
      const reference = await measureReference(chain, addresses)
      references.push(reference.seconds)
      logs = reference.logs
      calibrations.push(calibrate())
      indexings.push(await measureIndexing(chain, addresses))
    }
    const indexRounds = indexings.map(({ seconds }) => seconds)
    const referenceSeconds = takeMedian(references)
    const indexSeconds = takeMedian(indexRounds)
    const bestIndexSeconds = Math.min(...indexRounds)
    const parts = await measureParts(chain, { logs, safes: addresses })
    const [safe] = safes
    if (!safe) throw new TypeError('A benchmark without safes.')
    const latency = await measureLatency(devnet, {
      chain,
      databaseUrl: postgres.url,
      safe,
      rounds: 10,
    })
    const result: Result = {
      safes: size.safes,
      transactions: size.transactions,
      logs: logs.length,
      referenceLogsPerSecond: Math.round(logs.length / referenceSeconds),
      indexedLogsPerSecond: Math.round(logs.length / indexSeconds),
      storeRatio: round(
        takeMedian(
          indexRounds.map((seconds, at) => (references[at] ?? 0) / seconds),
        ),
      ),
      bestStoreRatio: round(Math.min(...references) / bestIndexSeconds),
      indexSeconds: round(indexSeconds),
      bestIndexSeconds: round(bestIndexSeconds),
      calibrationSeconds: round(takeMedian(calibrations)),
      bestCalibrationSeconds: round(Math.min(...calibrations)),
      nodeSeconds: round(takeMedian(indexings.map(({ node }) => node.seconds))),
      nodeBodies: takeMedian(indexings.map(({ node }) => node.bodies)),
      decodeSeconds: round(parts.decodeSeconds),
      interpretSeconds: round(parts.interpretSeconds),
      insertSeconds: round(parts.insertSeconds),
      latencySeconds: round(latency.median),
      worstLatencySeconds: round(latency.worst),
      ...measureDecoders(logs),
      ...(await measureMemory(store, size.rows)),
    }
    console.table(result)
    return result
  } finally {
    await store.destroy()
    await postgres.stop()
    await devnet.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
