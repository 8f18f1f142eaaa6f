import type { Hex } from 'viem'
import type { ChainBlock } from '../chain/blocks.js'
import { isBloomOf, isBloomUsable, readBloom } from '../chain/bloom.js'
import { type ChainLog, fetchLogsOfBlock, merge } from '../chain/fetchLogs.js'
import { hasReceipts, readReceiptLogs } from '../chain/receipts.js'
import type { RpcEndpoint } from '../chain/rpcEndpoint.js'
import { RpcAnswerError, RpcInconsistentError } from '../chain/rpcErrors.js'

/** A node that refused is asked for the same again after so long. */
const againMs = 600_000

type Way = (
  rpc: RpcEndpoint,
  block: ChainBlock,
) => Promise<ChainLog[] | undefined>

const ways: readonly Way[] = [readReceiptLogs, askForAll]
const refusals = new Map<Way, Map<Hex, number>>(
  ways.map((way) => [way, new Map()]),
)

/**
 * Everything that a block logged: one question, however many safes are
 * followed. The block's bloom tells whether something is missing; what is
 * then asked for in the other way. `undefined`: the node gives no block whole.
 */
export async function fetchWholeBlock(
  rpc: RpcEndpoint,
  block: ChainBlock,
): Promise<ChainLog[] | undefined> {
  let logs: ChainLog[] | undefined
  for (const way of ways) {
    const answer = await ask(way, rpc, block)
    if (!answer) continue
    logs = merge([logs ?? [], answer])
    if (isEverything(block, logs)) return logs
    if (!(await hasReceipts(rpc, block)))
      throw new RpcInconsistentError(
        `The RPC endpoint has block ${block.number}, but not its receipts yet.`,
      )
  }
  return logs
}

async function ask(
  way: Way,
  rpc: RpcEndpoint,
  block: ChainBlock,
): Promise<ChainLog[] | undefined> {
  const refused = refusals.get(way)?.get(rpc.id)
  if (refused !== undefined && Date.now() - refused < againMs) return undefined
  const answer = await way(rpc, block)
  if (!answer) refusals.get(way)?.set(rpc.id, Date.now())
  return answer
}

async function askForAll(
  rpc: RpcEndpoint,
  block: ChainBlock,
): Promise<ChainLog[] | undefined> {
  try {
    return await fetchLogsOfBlock(rpc, { block, filters: [{}] })
  } catch (error) {
    if (error instanceof RpcAnswerError) return undefined
    throw error
  }
}

/** Some nodes leave the bloom empty, which says nothing. */
function isEverything(block: ChainBlock, logs: readonly ChainLog[]): boolean {
  const bloom = readBloom(block)
  if (!isBloomUsable(bloom)) return true
  const values = new Set(
    logs.flatMap(({ address, topics }) => [address, ...topics]),
  )
  return isBloomOf(bloom, values)
}
