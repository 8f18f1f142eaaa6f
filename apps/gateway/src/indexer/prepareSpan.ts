import type { Address } from 'viem'
import { getSafeFilters } from '../chain/fetchLogs.js'
import type { RpcEndpoint } from '../chain/rpcEndpoint.js'
import type { ChainRows } from '../store/chainRows.js'
import type { BlockId, Cursor } from '../store/cursors.js'
import { readStates } from '../store/safeStates.js'
import type { Interval } from '../store/watches.js'
import { groupByActivity } from './activity.js'
import { type FetchedSpan, fetchSpan, listBlocksOf } from './fetchSpan.js'
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

/** A question whose answer is on its way. */
type Asked = Question & { fetched: Promise<FetchedSpan> }

/** What is left below the span is asked for before the span is understood. */
type Prepared = PreparedSpan & { rest: Asked | undefined }

/** The span below the one that is being stored, by chain. */
const ahead = new WeakMap<
  FollowedChain,
  { key: string; prepared: Promise<Prepared> }
>()

/**
 * The upper end of a span. While the database stores it, this process reads
 * the part below, and the node looks for the part below that.
 */
export async function prepareSpan(
  chain: FollowedChain,
  rpc: RpcEndpoint,
  question: Question,
): Promise<PreparedSpan> {
  const waiting = ahead.get(chain)
  ahead.delete(chain)
  const { rest, ...prepared } = await (waiting?.key === toKey(rpc, question)
    ? waiting.prepared
    : prepare(chain, rpc, ask(chain, rpc, question)))
  if (rest) {
    const next = prepare(chain, rpc, rest)
    // Whoever takes it hears of its failure; nobody may.
    next.catch(() => undefined)
    ahead.set(chain, { key: toKey(rpc, rest), prepared: next })
  }
  return prepared
}

function toKey(rpc: RpcEndpoint, { cursor, safes, wanted }: Question): string {
  return [rpc.id, cursor.epoch, wanted.from, wanted.to, ...safes].join()
}

function ask(
  chain: FollowedChain,
  rpc: RpcEndpoint,
  question: Question,
): Asked {
  const { cursor, safes, wanted } = question
  const filters = getSafeFilters(safes)
  const fetched = fetchSpan(chain, rpc, { cursor, filters, wanted })
  fetched.catch(() => undefined)
  return { ...question, fetched }
}

async function prepare(
  chain: FollowedChain,
  rpc: RpcEndpoint,
  { fetched, ...question }: Asked,
): Promise<Prepared> {
  const { chainId, store } = chain
  const { safes, wanted } = question
  const { logs, ...place } = await fetched
  const left = { from: wanted.from, to: place.span.from - 1n }
  const rest =
    left.to < left.from
      ? undefined
      : ask(chain, rpc, { ...question, wanted: left })
  const times = await readTimes(rpc, logs)
  const own = new Set(safes)
  const rows = await readLogs(chain, rpc, {
    logs,
    safes: own,
    decoded: groupByActivity({ logs, safes: own, times }),
    states: await readStates(store, { chainId, safes }),
    noncesUsed: new Map(),
  })
  return { ...place, blocks: listBlocksOf(logs), rows, rest }
}
