import type { Address } from 'viem'
import { getSafeFilters } from '../chain/fetchLogs.js'
import type { RpcEndpoint } from '../chain/rpcEndpoint.js'
import type { ChainRows } from '../store/chainRows.js'
import type { BlockId, Cursor } from '../store/cursors.js'
import { readStates } from '../store/safeStates.js'
import type { Interval } from '../store/watches.js'
import { groupByActivity } from './activity.js'
import {
  type FetchedSpan,
  fetchSpan,
  listBlocksOf,
  splitSpan,
} from './fetchSpan.js'
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
type Asked = Question & {
  fetched: Promise<FetchedSpan>
  /** What lies below the answer, where that is asked for already. */
  below?: Asked | undefined
}

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
    : prepare(chain, rpc, askFirst(chain, rpc, question)))
  if (rest) {
    const next = prepare(chain, rpc, rest)
    // Anyone who takes it hears of its failure; nobody may.
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

/**
 * Less than the node would answer: the latest is there at once, and while it
 * is understood and stored, the node is busy already.
 */
function askFirst(
  chain: FollowedChain,
  rpc: RpcEndpoint,
  question: Question,
): Asked {
  const { from, to } = question.wanted
  const latest = to - chain.ranges.get(rpc.id) / 4n
  const wanted = { from: latest > from ? latest : from, to }
  return { ...ask(chain, rpc, { ...question, wanted }), ...question }
}

/** What is left below an answer, if anything is. */
function askBelow(
  chain: FollowedChain,
  rpc: RpcEndpoint,
  { question, span }: { question: Question; span: Interval },
): Asked | undefined {
  const wanted = { from: question.wanted.from, to: span.from - 1n }
  if (wanted.to < wanted.from) return undefined
  return ask(chain, rpc, { ...question, wanted })
}

async function prepare(
  chain: FollowedChain,
  rpc: RpcEndpoint,
  { fetched, below: asked, ...question }: Asked,
): Promise<Prepared> {
  const { chainId, store } = chain
  const { safes } = question
  const answer = await fetched
  const below = asked ?? askBelow(chain, rpc, { question, span: answer.span })
  const { upper, lower } = splitSpan(answer, chain.settings)
  const rest = lower
    ? {
        ...question,
        wanted: { from: question.wanted.from, to: lower.span.to },
        fetched: Promise.resolve(lower),
        below,
      }
    : below
  const { logs, ...place } = upper
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
