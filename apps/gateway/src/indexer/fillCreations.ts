import type { Address } from 'viem'
import { getBlockByNumber } from '../chain/blocks.js'
import { fetchLogsOfBlock } from '../chain/fetchLogs.js'
import { findCreationBlock } from '../chain/findCreation.js'
import { keepLatest } from '../keepLatest.js'
import { applyCreations } from '../store/applyBlocks.js'
import { type Cursor, readCursor } from '../store/cursors.js'
import { listWithoutCreation } from '../store/safes.js'
import { factoryFilter, readCreations } from './factories.js'
import type { FollowedChain } from './followedChain.js'

const perRound = 5

/** When to look for a safe's creation again, and how often that failed. */
type Later = { at: number; failures: number }
const later = new WeakMap<FollowedChain, Map<Address, Later>>()
const longestDelay = 3_600_000
/** More are forgotten, and looked for again. */
const mostRemembered = 10_000

/** Finds how followed safes were created, on chains where the factories are not followed. */
export async function fillCreations(chain: FollowedChain): Promise<number> {
  const { chainId, store } = chain
  const cursor = await readCursor(store, chainId)
  if (!cursor) return 0
  const waiting = later.get(chain) ?? new Map<Address, Later>()
  later.set(chain, waiting)
  const limit = perRound + waiting.size
  const open = await listWithoutCreation(store, { chainId, limit })
  const isDue = (safe: Address) => (waiting.get(safe)?.at ?? 0) <= Date.now()
  const wait = (safe: Address, value: Later) =>
    keepLatest(waiting, { key: safe, value, most: mostRemembered })
  let found = 0
  for (const safe of open.filter(isDue).slice(0, perRound)) {
    const failures = (waiting.get(safe)?.failures ?? 0) + 1
    const delay = Math.min(1_000 * 2 ** (failures - 1), longestDelay)
    wait(safe, { at: Date.now() + delay, failures })
    if (await fillCreation(chain, cursor, safe)) {
      waiting.delete(safe)
      found++
    }
    // Asking again would answer the same.
    else wait(safe, { at: Number.POSITIVE_INFINITY, failures })
  }
  return found
}

async function fillCreation(
  { chainId, store, pool }: FollowedChain,
  { number: head, epoch }: Cursor,
  safe: Address,
): Promise<boolean> {
  const answer = await pool.use(async (rpc) => {
    const number = await findCreationBlock(rpc, { safe, head })
    const block = await getBlockByNumber(rpc, number)
    if (!block) return undefined
    const creations = await readCreations(rpc, {
      logs: await fetchLogsOfBlock(rpc, { block, filters: [factoryFilter] }),
      times: new Map([[block.number, block.time]]),
    })
    return {
      block,
      creations: creations.filter((each) => each.safe === safe),
    }
  })
  if (!answer || answer.creations.length === 0) return false
  const { block, creations } = answer
  await applyCreations(store, {
    chainId,
    epoch,
    creations,
    blocks: [{ number: block.number, hash: block.hash }],
  })
  return true
}
