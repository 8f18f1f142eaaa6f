import { getFinalized, getHead } from '../chain/blocks.js'
import { getSafeFilters } from '../chain/fetchLogs.js'
import { fetchLogsOfRange } from '../chain/fetchRange.js'
import { markChecked, markFinal, readCursor } from '../store/cursors.js'
import { listRead } from '../store/followed.js'
import type { FollowedChain } from './followedChain.js'
import { recheckWhole } from './recheckWhole.js'
import { repair } from './repair.js'
import { isCrowded } from './seeBlock.js'

/** Of 20 blocks each, so that other upkeep is not kept waiting for hours. */
const wholeSteps = 50

/**
 * Nodes answer at the tip with logs missing. Blocks that became final are
 * asked for once more, and what differs is replaced.
 */
export async function recheckFinal(
  chain: FollowedChain,
): Promise<{ repaired: number; upTo: bigint } | undefined> {
  const { chainId, store, pool } = chain
  const cursor = await readCursor(store, chainId)
  if (!cursor) return undefined
  return pool.use(async (rpc) => {
    const head = await getHead(rpc)
    const depth = chain.settings.finalityDepth
    const final = await getFinalized(rpc, { head, depth })
    const upTo = final < cursor.number ? final : cursor.number
    await markFinal(store, { chainId, final: upTo })
    if (upTo <= cursor.checked) return undefined
    const whole = (await isCrowded(chain))
      ? await recheckWhole(chain, rpc, { cursor, upTo, steps: wholeSteps })
      : undefined
    if (whole) return whole
    const span = { from: cursor.checked + 1n, to: upTo }
    const safes = await listRead(store, { chainId, ...span })
    let repaired = 0
    for (let to = upTo; to > cursor.checked && safes.length > 0; ) {
      const { logs, from } = await fetchLogsOfRange(rpc, {
        filters: getSafeFilters(safes),
        from: cursor.checked + 1n,
        to,
        ranges: chain.ranges,
      })
      repaired += await repair(chain, rpc, {
        cursor,
        safes,
        logs,
        span: { from, to },
      })
      to = from - 1n
    }
    await markChecked(store, { chainId, checked: upTo })
    return { repaired, upTo }
  })
}
