import type { Address } from 'viem'
import { getBlockByNumber } from '../chain/blocks.js'
import {
  type ChainLog,
  fetchLogsOfRange,
  getSafeFilters,
  type LogFilter,
} from '../chain/fetchLogs.js'
import type { RpcEndpoint } from '../chain/rpcEndpoint.js'
import { RpcInconsistentError } from '../chain/rpcErrors.js'
import { type Cursor, readBlockHashes } from '../store/cursors.js'
import type { Interval } from '../store/watches.js'
import type { FollowedChain } from './followedChain.js'

export type FetchedSpan = {
  logs: ChainLog[]
  span: Interval
  /** As it was before anything was asked: undone blocks make the span void. */
  epoch: bigint
}

type Question = { cursor: Cursor; safes: readonly Address[]; wanted: Interval }

/** The span below the one that is being stored, by chain. */
const ahead = new WeakMap<
  FollowedChain,
  { key: string; fetched: Promise<FetchedSpan> }
>()

/**
 * The logs of safes in the upper end of a span. The node is asked for the
 * rest of it at once, so that it works while this part is being stored.
 */
export async function fetchSafeSpan(
  chain: FollowedChain,
  rpc: RpcEndpoint,
  question: Question,
): Promise<FetchedSpan> {
  const { cursor, safes, wanted } = question
  const filters = getSafeFilters(safes)
  const waiting = ahead.get(chain)
  ahead.delete(chain)
  const fetched = await (waiting?.key === toKey(rpc, question)
    ? waiting.fetched
    : fetchSpan(chain, rpc, { cursor, filters, wanted }))
  const below = { from: wanted.from, to: fetched.span.from - 1n }
  if (below.to < below.from) return fetched
  const next = fetchSpan(chain, rpc, { cursor, filters, wanted: below })
  // Whoever takes it hears of its failure; nobody may.
  next.catch(() => undefined)
  const key = toKey(rpc, { cursor, safes, wanted: below })
  ahead.set(chain, { key, fetched: next })
  return fetched
}

function toKey(rpc: RpcEndpoint, { cursor, safes, wanted }: Question): string {
  return [rpc.id, cursor.epoch, wanted.from, wanted.to, ...safes].join()
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
  const before = await getBlockByNumber(rpc, wanted.to)
  const { logs, from } = await fetchLogsOfRange(rpc, {
    filters,
    ...wanted,
    ranges,
  })
  const after = await getBlockByNumber(rpc, wanted.to)
  const span = { from, to: wanted.to }
  const known = await readBlockHashes(store, { chainId, ...span })
  const top = known.get(wanted.to)
  const isOurs =
    before !== undefined &&
    before.hash === after?.hash &&
    (top === undefined || top === before.hash) &&
    logs.every(({ blockNumber, blockHash }) => {
      const hash = known.get(blockNumber)
      return hash === undefined || hash === blockHash
    })
  if (!isOurs)
    throw new RpcInconsistentError(
      `The node's blocks ${span.from} to ${span.to} are not those that were seen.`,
    )
  return { logs, span, epoch: cursor.epoch }
}
