import type { Address } from 'viem'
import { getSafeFilters } from '../chain/fetchLogs.js'
import type { RpcEndpoint } from '../chain/rpcEndpoint.js'
import type { ChainRows } from '../store/chainRows.js'
import type { BlockId, Cursor } from '../store/cursors.js'
import { readStates } from '../store/safeStates.js'
import type { Interval } from '../store/watches.js'
import { groupByActivity } from './activity.js'
import { fetchSpan, listBlocksOf } from './fetchSpan.js'
import type { FollowedChain } from './followedChain.js'
import { readLogs } from './readLogs.js'
import { readTimes } from './readTimes.js'

/** A span of the past, read and understood, not stored yet. */
export type PreparedSpan = {
  span: Interval
  blocks: BlockId[]
  rows: ChainRows
  epoch: bigint
}

type Question = { cursor: Cursor; safes: readonly Address[]; wanted: Interval }

/** The span below the one that is being stored, by chain. */
const ahead = new WeakMap<
  FollowedChain,
  { key: string; prepared: Promise<PreparedSpan> }
>()

/**
 * The upper end of a span. Its rest is begun at once, so that the node and
 * this process work on it while the database stores this part.
 */
export async function prepareSpan(
  chain: FollowedChain,
  rpc: RpcEndpoint,
  question: Question,
): Promise<PreparedSpan> {
  const waiting = ahead.get(chain)
  ahead.delete(chain)
  const prepared = await (waiting?.key === toKey(rpc, question)
    ? waiting.prepared
    : prepare(chain, rpc, question))
  const rest = { from: question.wanted.from, to: prepared.span.from - 1n }
  if (rest.to < rest.from) return prepared
  const next = { ...question, wanted: rest }
  const promise = prepare(chain, rpc, next)
  // Whoever takes it hears of its failure; nobody may.
  promise.catch(() => undefined)
  ahead.set(chain, { key: toKey(rpc, next), prepared: promise })
  return prepared
}

function toKey(rpc: RpcEndpoint, { cursor, safes, wanted }: Question): string {
  return [rpc.id, cursor.epoch, wanted.from, wanted.to, ...safes].join()
}

async function prepare(
  chain: FollowedChain,
  rpc: RpcEndpoint,
  { cursor, safes, wanted }: Question,
): Promise<PreparedSpan> {
  const { chainId, store } = chain
  const filters = getSafeFilters(safes)
  const { logs, ...place } = await fetchSpan(chain, rpc, {
    cursor,
    filters,
    wanted,
  })
  const times = await readTimes(rpc, logs)
  const own = new Set(safes)
  const rows = await readLogs(chain, rpc, {
    logs,
    safes: own,
    decoded: groupByActivity({ logs, safes: own, times }),
    states: await readStates(store, { chainId, safes }),
    noncesUsed: new Map(),
  })
  return { ...place, blocks: listBlocksOf(logs), rows }
}
