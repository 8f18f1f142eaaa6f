import { expect } from 'vitest'
import { advance } from '../indexer/advance.js'
import { backfill } from '../indexer/backfill.js'
import { follow, type Scene } from './scene.js'
import { catchUp, createTestChain, expectSameAsChain } from './testWorld.js'

/**
 * Payments, reorgs up to depth 10, restarts and half-read blocks in a random
 * order: what is stored at the end is what a fresh rescan finds.
 */
export async function runRandomly(
  scene: Scene,
  { steps }: { steps: number },
): Promise<void> {
  const seed = Number(process.env.COVAULT_SEED ?? Date.now() % 1_000_000)
  process.stdout.write(`random run of ${steps} steps, seed ${seed}\n`)
  const random = createRandom(seed)
  const safe = await scene.newSafe()
  let chain = await scene.newChain()
  await follow(chain, safe.address)
  // Reorgs may not reach below: the safe itself has to stay.
  await scene.devnet.mine(10)
  let undone = 0
  for (let step = 0; step < steps; step++) {
    const dice = random()
    if (dice < 0.35) await scene.pay(safe, BigInt(1 + Math.floor(random() * 9)))
    else if (dice < 0.5) await scene.send(safe.address, 1n)
    else if (dice < 0.6) await scene.devnet.mine(1 + Math.floor(random() * 3))
    else if (dice < 0.85)
      await scene.devnet.reorg({ depth: 1 + Math.floor(random() * 10) })
    else if (dice < 0.9) {
      const { store } = chain
      chain = createTestChain({ store, urls: [scene.devnet.url] })
    } else await advance(chain)
    if (random() < 0.6)
      undone += (await catchUp(chain)).filter(
        ({ type }) => type === 'reorg',
      ).length
    await backfill(chain)
  }
  await catchUp(chain)
  expect(undone).toBeGreaterThan(0)
  await expectSameAsChain(chain, [safe.address])
}

/** mulberry32: small, and the same everywhere for one seed. */
function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let value = Math.imul(state ^ (state >>> 15), 1 | state)
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value
    return ((value ^ (value >>> 14)) >>> 0) / 4294967296
  }
}
