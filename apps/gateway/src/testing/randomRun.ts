import { setTimeout as delay } from 'node:timers/promises'
import { expect } from 'vitest'
import { NoNodeError } from '../chain/rpcErrors.js'
import { advance } from '../indexer/advance.js'
import { backfill } from '../indexer/backfill.js'
import { readCursor } from '../store/cursors.js'
import { listChanges } from '../store/outbox.js'
import { follow, type Scene, waitFor } from './scene.js'
import { catchUp, createTestChain, expectSameAsChain } from './testWorld.js'

/**
 * Payments, reorgs up to depth 10, restarts and half-read blocks in a random
 * order: what is stored at the end is what a fresh rescan finds.
 */
export async function runRandomly(
  scene: Scene,
  parameters: {
    steps: number
    /** The nodes that are read; the chain itself unless told otherwise. */
    urls?: readonly string[]
  },
): Promise<void> {
  const { steps, urls = [scene.devnet.url] } = parameters
  const seed = Number(process.env.COVAULT_SEED ?? Date.now() % 1_000_000)
  process.stdout.write(`random run of ${steps} steps, seed ${seed}\n`)
  const random = createRandom(seed)
  const safe = await scene.newSafe()
  // Reorgs may not reach below: the safe itself has to stay. And a node that
  // is late has to know it.
  await scene.devnet.mine(10)
  let chain = await scene.newChain({ urls })
  await patiently(() => follow(chain, safe.address))
  for (let step = 0; step < steps; step++) {
    const dice = random()
    if (dice < 0.35) await scene.pay(safe, BigInt(1 + Math.floor(random() * 9)))
    else if (dice < 0.5) await scene.send(safe.address, 1n)
    else if (dice < 0.6) await scene.devnet.mine(1 + Math.floor(random() * 3))
    else if (dice < 0.85)
      await scene.devnet.reorg({ depth: 1 + Math.floor(random() * 10) })
    else if (dice < 0.9) {
      const { store } = chain
      chain = createTestChain({ store, urls })
    } else await patiently(() => advance(chain))
    if (random() < 0.6) await patiently(() => catchUp(chain))
    await patiently(() => backfill(chain))
  }
  const { chainId, store } = chain
  const last = await scene.devnet.client.getBlockNumber({ cacheTime: 0 })
  // A node that stays late by some blocks knows them all after these.
  await scene.devnet.mine(4)
  await waitFor('the last block', async () => {
    await patiently(() => catchUp(chain))
    const cursor = await readCursor(store, chainId)
    return cursor !== undefined && cursor.number >= last
  })
  const changes = await listChanges(store, { after: 0n, limit: 10_000 })
  expect(changes.filter(({ kind }) => kind === 'reorg')).not.toHaveLength(0)
  const direct = createTestChain({ store, urls: [scene.devnet.url] })
  await expectSameAsChain(direct, [safe.address])
}

/** As the gateway does: a node that wants to be left alone is. */
async function patiently<result>(work: () => Promise<result>): Promise<result> {
  for (;;)
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof NoNodeError)) throw error
      await delay(error.retryAfterMs)
    }
}

/** mulberry32: small, and the same everywhere for one seed. */
export function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let value = Math.imul(state ^ (state >>> 15), 1 | state)
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value
    return ((value ^ (value >>> 14)) >>> 0) / 4294967296
  }
}
