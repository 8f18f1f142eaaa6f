import type { Hex } from 'viem'
import type { ChainBlock } from '../chain/blocks.js'
import { isBloomOf, isBloomUsable, readBloom } from '../chain/bloom.js'
import { type ChainLog, fetchLogsOfBlock, merge } from '../chain/fetchLogs.js'
import { BlockMissingError } from '../chain/limits/missingBlock.js'
import { isNotOffered } from '../chain/limits/refusals.js'
import { hasReceipts, readReceiptLogs } from '../chain/receipts.js'
import type { RpcEndpoint } from '../chain/rpcEndpoint.js'
import { RpcAnswerError, RpcInconsistentError } from '../chain/rpcErrors.js'

type Way = (rpc: RpcEndpoint, block: ChainBlock) => Promise<ChainLog[]>

const ways: readonly Way[] = [readReceiptLogs, askForAll]

/** What a node said to one way of asking. */
type Standing = { restUntil: number; failures: number }
const standings = new Map<Way, Map<Hex, Standing>>(
  ways.map((way) => [way, new Map()]),
)

/** A node that never answers this is asked for it again after so long. */
const refusedMs = 600_000
/** One that answered with errors so often in a row, after so long. */
const mostFailures = 5
const failedMs = 60_000

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
  let failure: WholeBlockError | undefined
  for (const way of ways) {
    const answer = await ask(way, rpc, block)
    if (answer instanceof Error) failure = answer
    if (!answer || answer instanceof Error) continue
    logs = merge([logs ?? [], answer])
    if (isEverything(block, logs)) return logs
    if (!(await hasReceipts(rpc, block)))
      throw new RpcInconsistentError(
        `The RPC endpoint has block ${block.number}, but not its receipts yet.`,
      )
  }
  // Soon it may answer. Asking for every safe would take hundreds of questions.
  if (failure) throw failure
  return logs
}

/** Whether a node may be asked for whole blocks, as far as it was asked. */
export function givesWholeBlocks(rpc: RpcEndpoint): boolean {
  return ways.some((way) => !isResting(way, rpc))
}

function isResting(way: Way, rpc: RpcEndpoint): boolean {
  return Date.now() < (standings.get(way)?.get(rpc.id)?.restUntil ?? 0)
}

/** `undefined`: this node is not asked in this way for a while. */
async function ask(
  way: Way,
  rpc: RpcEndpoint,
  block: ChainBlock,
): Promise<ChainLog[] | WholeBlockError | undefined> {
  const known = standings.get(way) ?? new Map<Hex, Standing>()
  if (isResting(way, rpc)) return undefined
  const failures = known.get(rpc.id)?.failures ?? 0
  const rest = (ms: number) =>
    known.set(rpc.id, { restUntil: Date.now() + ms, failures: 0 })
  try {
    const logs = await way(rpc, block)
    known.delete(rpc.id)
    return logs
  } catch (error) {
    const isMissing = error instanceof BlockMissingError
    if (!isMissing && !(error instanceof RpcAnswerError)) throw error
    // Who does not have the block yet has refused nothing.
    if (isMissing && !(await hasReceipts(rpc, block))) throw error
    if (
      !isMissing &&
      isNotOffered({ code: error.code, message: error.detail })
    ) {
      rest(refusedMs)
      return undefined
    }
    if (failures + 1 < mostFailures) {
      known.set(rpc.id, { restUntil: 0, failures: failures + 1 })
      if (isMissing) throw error
      return new WholeBlockError(block, error)
    }
    rest(failedMs)
    return undefined
  }
}

function askForAll(rpc: RpcEndpoint, block: ChainBlock): Promise<ChainLog[]> {
  return fetchLogsOfBlock(rpc, { block, filters: [{}] })
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

class WholeBlockError extends RpcInconsistentError {
  override name = 'WholeBlockError'
  constructor({ number }: ChainBlock, { code }: RpcAnswerError) {
    super(
      `The RPC endpoint has block ${number}, but answered with error ${code} when asked for all its logs.`,
    )
  }
}
