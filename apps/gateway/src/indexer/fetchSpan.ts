import { getBlockByNumber } from '../chain/blocks.js'
import type { ChainLog, LogFilter } from '../chain/fetchLogs.js'
import { fetchLogsOfRange } from '../chain/fetchRange.js'
import { askForBlock, BlockMissingError } from '../chain/limits/missingBlock.js'
import type { RpcEndpoint } from '../chain/rpcEndpoint.js'
import { RpcInconsistentError } from '../chain/rpcErrors.js'
import { type BlockId, type Cursor, readBlockHashes } from '../store/cursors.js'
import type { Interval } from '../store/watches.js'
import type { FollowedChain } from './followedChain.js'

export type FetchedSpan = {
  logs: ChainLog[]
  span: Interval
  /** As it was before anything was asked: undone blocks make the span void. */
  epoch: bigint
}

/**
 * A range is asked for by number. That the node means the same blocks as we
 * do is checked where blocks can still differ: its block at the upper end
 * is ours before and after, and so are the blocks of the logs.
 */
export async function fetchSpan(
  chain: FollowedChain,
  rpc: RpcEndpoint,
  parameters: {
    cursor: Cursor
    filters: readonly LogFilter[]
    wanted: Interval
  },
): Promise<FetchedSpan> {
  const { chainId, store, ranges } = chain
  const { cursor, filters, wanted } = parameters
  const {
    logs,
    from,
    top: before,
  } = await fetchLogsOfRange(rpc, { filters, ...wanted, ranges })
  const after = await askForBlock(async () => {
    const block = await getBlockByNumber(rpc, wanted.to)
    if (!block) throw new BlockMissingError()
    return block
  })
  const span = { from, to: wanted.to }
  const known = await readBlockHashes(store, { chainId, ...span })
  const top = known.get(wanted.to)
  const isOurs =
    before.hash === after.hash &&
    (top === undefined || top === before.hash) &&
    logs.every(({ blockNumber, blockHash }) => {
      const hash = known.get(blockNumber)
      return hash === undefined || hash === blockHash
    })
  if (!isOurs)
    throw new RpcInconsistentError(
      `The RPC endpoint's blocks ${span.from} to ${span.to} are not those that were seen.`,
    )
  return { logs, span, epoch: cursor.epoch }
}

/** The latest blocks of a long answer, and those below. A block stays whole. */
export function splitSpan(
  fetched: FetchedSpan,
  { logsPerStep }: { logsPerStep: number },
): {
  upper: FetchedSpan
  lower: FetchedSpan | undefined
} {
  const { logs, span } = fetched
  const lowest = logs.at(-logsPerStep)?.blockNumber
  const at = logs.findIndex(({ blockNumber }) => blockNumber === lowest)
  if (lowest === undefined || at === 0)
    return { upper: fetched, lower: undefined }
  return {
    upper: {
      ...fetched,
      logs: logs.slice(at),
      span: { from: lowest, to: span.to },
    },
    lower: {
      ...fetched,
      logs: logs.slice(0, at),
      span: { from: span.from, to: lowest - 1n },
    },
  }
}

/** The blocks that logs are of. */
export function listBlocksOf(logs: readonly ChainLog[]): BlockId[] {
  const blocks = new Map(
    logs.map(({ blockNumber, blockHash }) => [blockNumber, blockHash]),
  )
  return [...blocks].map(([number, hash]) => ({ number, hash }))
}
