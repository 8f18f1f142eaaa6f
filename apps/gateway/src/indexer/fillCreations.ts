import type { Address } from 'viem'
import { getBlockByNumber } from '../chain/blocks.js'
import { fetchLogsOfBlock } from '../chain/fetchLogs.js'
import { findCreationBlock } from '../chain/findCreation.js'
import { applyCreations } from '../store/applyBlocks.js'
import { readCursor } from '../store/cursors.js'
import { listWithoutCreation } from '../store/safes.js'
import { factoryFilter, readCreations } from './factories.js'
import type { FollowedChain } from './followedChain.js'

const perRound = 5

/** Safes that were looked for in vain: asking again would answer the same. */
const givenUp = new WeakMap<FollowedChain, Set<Address>>()

/** Finds how followed safes were created, on chains where the factories are not followed. */
export async function fillCreations(chain: FollowedChain): Promise<number> {
  const { chainId, store, pool } = chain
  const cursor = await readCursor(store, chainId)
  if (!cursor) return 0
  const tried = givenUp.get(chain) ?? new Set()
  givenUp.set(chain, tried)
  const limit = perRound + tried.size
  const open = await listWithoutCreation(store, { chainId, limit })
  let found = 0
  for (const safe of open.filter((each) => !tried.has(each))) {
    tried.add(safe)
    const answer = await pool.use(async (rpc) => {
      const head = cursor.number
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
    if (!answer || answer.creations.length === 0) continue
    const { block, creations } = answer
    await applyCreations(store, {
      chainId,
      epoch: cursor.epoch,
      creations,
      blocks: [{ number: block.number, hash: block.hash }],
    })
    tried.delete(safe)
    found++
  }
  return found
}
