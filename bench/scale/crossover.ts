import type { Store } from '../../apps/gateway/src/store/openStore.js'
import {
  inventFollowed,
  settle,
} from '../../apps/gateway/src/testing/inventSafes.js'
import { round } from '../shared/figures.js'
import type { BusyNode } from './busyNode.js'
import { followBlocks } from './followBlocks.js'

type Figures = Record<string, number>

const sizes = [250, 500, 1_000, 2_000, 4_000]
const rounds = 3

/** Blocks are always read whole with the first, and never with the second. */
const ways = { whole: 0, named: Number.MAX_SAFE_INTEGER }

/**
 * The same blocks' worth of both ways to read them, in turns, so that what else
 * the machine does meets both.
 */
export async function measureCrossover(field: {
  node: BusyNode
  store: Store
  databaseUrl: string
  blocks: number
}): Promise<Record<string, Figures>> {
  const { store } = field
  const figures: Record<string, Figures> = {}
  for (const [at, safes] of sizes.entries()) {
    await inventFollowed(store, { from: sizes[at - 1] ?? 0, to: safes })
    await settle(store)
    figures[safes] = await measureWays(field, safes)
    console.log(`${safes} safes`, figures[safes])
  }
  console.table(figures)
  return figures
}

async function measureWays(
  { node, databaseUrl, blocks }: Parameters<typeof measureCrossover>[0],
  safes: number,
): Promise<Figures> {
  const sums: Figures = {}
  const add = (name: string, value: number) => {
    sums[name] = (sums[name] ?? 0) + value / rounds
  }
  for (let turn = 0; turn < rounds; turn++)
    for (const [way, wholeBlocksAbove] of Object.entries(ways)) {
      node.grow({ blocks, safes })
      const before = node.asked()
      const { url } = node
      const followed = await followBlocks({
        url,
        databaseUrl,
        wholeBlocksAbove,
      })
      add(`${way}Ms`, followed.stepMs)
      add(`${way}Questions`, (node.asked() - before) / followed.blocks)
    }
  return Object.fromEntries(
    Object.entries(sums).map(([name, value]) => [name, round(value)]),
  )
}
