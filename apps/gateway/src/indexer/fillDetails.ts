import { getBlockByNumber } from '../chain/blocks.js'
import { fetchLogsOfBlock, getSafeFilters } from '../chain/fetchLogs.js'
import { readCursor } from '../store/cursors.js'
import { readStates } from '../store/safeStates.js'
import {
  listUnavailable,
  postponeUnavailable,
  replaceUnavailable,
} from '../store/unavailable.js'
import { groupByActivity } from './activity.js'
import type { FollowedChain } from './followedChain.js'
import { readLogs } from './readLogs.js'

const perRound = 20

/**
 * Tries again what could not be known when it was seen: a proposal may have
 * come since, or a node that traces. Each row rests longer after each try.
 */
export async function fillDetails(chain: FollowedChain): Promise<number> {
  const { chainId, store, pool } = chain
  const cursor = await readCursor(store, chainId)
  if (!cursor) return 0
  const open = await listUnavailable(store, { chainId, limit: perRound })
  let filled = 0
  for (const { safe, blockNumber } of open) {
    const rows = await pool.use(async (rpc) => {
      const block = await getBlockByNumber(rpc, blockNumber)
      if (!block) return undefined
      const logs = await fetchLogsOfBlock(rpc, {
        block,
        filters: getSafeFilters([safe]),
      })
      const states = await readStates(store, { chainId, safes: [safe] })
      const safes = new Set([safe])
      const times = new Map([[block.number, block.time]])
      return readLogs(chain, rpc, {
        logs,
        safes,
        decoded: groupByActivity({ logs, safes, times }),
        states,
        noncesUsed: new Map(),
      })
    })
    const known =
      rows?.executions.some(({ details }) => details !== 'unavailable') ||
      rows?.moduleExecutions.some(({ details }) => details !== 'unavailable')
    if (rows && known) {
      const { epoch } = cursor
      await replaceUnavailable(store, {
        chainId,
        epoch,
        safe,
        blockNumber,
        rows,
      })
      filled++
    }
    await postponeUnavailable(store, { chainId, safe, blockNumber })
  }
  return filled
}
