import { getBlocks } from '../chain/blocks.js'
import { type ChainLog, isLogOfSafes, listParties } from '../chain/fetchLogs.js'
import type { RpcEndpoint } from '../chain/rpcEndpoint.js'
import { RpcInconsistentError } from '../chain/rpcErrors.js'
import { type Cursor, markChecked } from '../store/cursors.js'
import { findNextRead, listReadIn } from '../store/followed.js'
import type { Interval } from '../store/watches.js'
import { fetchWholeBlock } from './fetchWholeBlock.js'
import type { FollowedChain } from './followedChain.js'
import { repair } from './repair.js'

const blocksPerStep = 20n

/**
 * Compares final blocks with what is stored, block by block and not safe by
 * safe, so many steps at once. Blocks that nobody read are left out.
 * `undefined`: the node gives no block whole.
 */
export async function recheckWhole(
  chain: FollowedChain,
  rpc: RpcEndpoint,
  parameters: { cursor: Cursor; upTo: bigint; steps: number },
): Promise<{ repaired: number; upTo: bigint } | undefined> {
  const { chainId, store } = chain
  const { cursor, upTo, steps } = parameters
  let repaired = 0
  let { checked } = cursor
  for (let step = 0; step < steps && checked < upTo; step++) {
    const from = await findNextRead(store, { chainId, from: checked + 1n })
    if (from !== undefined && from <= upTo) {
      const last = from + blocksPerStep - 1n
      const span = { from, to: last < upTo ? last : upTo }
      const found = await compare(chain, rpc, { cursor, span })
      if (found === undefined) return undefined
      repaired += found
      checked = span.to
    } else checked = upTo
    await markChecked(store, { chainId, checked })
  }
  return { repaired, upTo: checked }
}

async function compare(
  chain: FollowedChain,
  rpc: RpcEndpoint,
  { cursor, span }: { cursor: Cursor; span: Interval },
): Promise<number | undefined> {
  const { chainId, store } = chain
  const whole = await fetchBlocks(rpc, span)
  if (!whole) return undefined
  const addresses = listParties(whole)
  const safes = await listReadIn(store, { chainId, addresses, ...span })
  const own = new Set(safes.map((safe) => safe.toLowerCase()))
  const logs = whole.filter((log) => isLogOfSafes(log, own))
  return repair(chain, rpc, { cursor, safes, logs, span })
}

async function fetchBlocks(
  rpc: RpcEndpoint,
  { from, to }: Interval,
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
