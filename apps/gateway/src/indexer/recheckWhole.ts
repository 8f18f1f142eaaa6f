import { getBlocks } from '../chain/blocks.js'
import { type ChainLog, isLogOfSafes, listParties } from '../chain/fetchLogs.js'
import type { RpcEndpoint } from '../chain/rpcEndpoint.js'
import { RpcInconsistentError } from '../chain/rpcErrors.js'
import { type Cursor, markChecked } from '../store/cursors.js'
import { listReadIn } from '../store/followed.js'
import { fetchWholeBlock } from './fetchWholeBlock.js'
import type { FollowedChain } from './followedChain.js'
import { repair } from './repair.js'

const blocksPerStep = 20n

/**
 * Compares final blocks with what is stored, block by block and not safe by
 * safe. `undefined`: the node gives no block whole.
 */
export async function recheckWhole(
  chain: FollowedChain,
  rpc: RpcEndpoint,
  { cursor, upTo }: { cursor: Cursor; upTo: bigint },
): Promise<number | undefined> {
  const { chainId, store } = chain
  let repaired = 0
  for (let from = cursor.checked + 1n; from <= upTo; from += blocksPerStep) {
    const last = from + blocksPerStep - 1n
    const span = { from, to: last < upTo ? last : upTo }
    const whole = await fetchBlocks(rpc, span)
    if (!whole) return undefined
    const addresses = listParties(whole)
    const safes = await listReadIn(store, { chainId, addresses, ...span })
    const own = new Set(safes.map((safe) => safe.toLowerCase()))
    const logs = whole.filter((log) => isLogOfSafes(log, own))
    repaired += await repair(chain, rpc, { cursor, safes, logs, span })
    await markChecked(store, { chainId, checked: span.to })
  }
  return repaired
}

async function fetchBlocks(
  rpc: RpcEndpoint,
  { from, to }: { from: bigint; to: bigint },
): Promise<ChainLog[] | undefined> {
  const numbers = Array.from(
    { length: Number(to - from) + 1 },
    (_, index) => from + BigInt(index),
  )
  const logs: ChainLog[] = []
  for (const [index, block] of (await getBlocks(rpc, numbers)).entries()) {
    if (!block)
      throw new RpcInconsistentError(
        `The RPC endpoint has no block ${numbers[index]}, which is final.`,
      )
    const whole = await fetchWholeBlock(rpc, block)
    if (!whole) return undefined
    logs.push(...whole)
  }
  return logs
}
