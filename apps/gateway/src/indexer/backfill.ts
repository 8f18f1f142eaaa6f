import type { Address } from 'viem'
import type { RpcEndpoint } from '../chain/rpcEndpoint.js'
import { applyRange } from '../store/applyBlocks.js'
import { countRows, emptyRows } from '../store/chainRows.js'
import { type Cursor, readCursor } from '../store/cursors.js'
import { listUnread, markComplete } from '../store/followed.js'
import { readStates } from '../store/safeStates.js'
import {
  factoryCoverage as factories,
  type Interval,
  readCoverage,
} from '../store/watches.js'
import { compareStates } from './compareStates.js'
import { factoryFilter, readFactoryLogs } from './factories.js'
import { fetchSpan, listBlocksOf } from './fetchSpan.js'
import { findBeginnings } from './findBeginnings.js'
import type { FollowedChain } from './followedChain.js'
import { prepareSpan } from './prepareSpan.js'
import { readTimes } from './readTimes.js'

const safesPerRange = 200
const safesPerLook = 1_000

export type BackfillStep =
  | { type: 'done' }
  | { type: 'covered'; safes: Address[]; span: Interval; rows: number }

/**
 * Reads one span of the past that is not known yet, the latest first, so
 * that what people look for is there first. Restarts where it stopped,
 * because what is covered is stored with what was found.
 */
export async function backfill(chain: FollowedChain): Promise<BackfillStep> {
  const { chainId, store, pool } = chain
  const cursor = await readCursor(store, chainId)
  if (!cursor) return { type: 'done' }
  await findBeginnings(chain, cursor)
  const gap = await findGap(chain, cursor)
  if (!gap) return { type: 'done' }
  return pool.use((rpc) =>
    gap.safes[0] === factories
      ? coverFactories(chain, rpc, { cursor, gap })
      : coverSafes(chain, rpc, { cursor, gap }),
  )
}

type Gap = { safes: Address[]; span: Interval }

/** The highest unknown span of the safe asked for last, and who shares it. */
async function findGap(
  chain: FollowedChain,
  cursor: Cursor,
): Promise<Gap | undefined> {
  const ofFactories = chain.settings.factoryMode
    ? await findFactoryGap(chain, cursor)
    : undefined
  if (ofFactories) return { safes: [factories], span: ofFactories }
  return shareGap(await findGaps(chain))
}

type OwnGap = { safe: Address; span: Interval }

/** It ends where the next one joins, so that the blocks below are read once. */
function shareGap(gaps: readonly OwnGap[]): Gap | undefined {
  const [first] = gaps
  if (!first) return undefined
  const { from, to } = first.span
  const fitting = gaps.filter(({ span }) => span.from <= from)
  const safes = fitting
    .filter(({ span }) => span.to === to)
    .slice(0, safesPerRange)
    .map(({ safe }) => safe)
  if (safes.length === safesPerRange) return { safes, span: first.span }
  const joining = fitting
    .map(({ span }) => span.to + 1n)
    .filter((at) => from < at && at <= to)
    .reduce((highest, at) => (at > highest ? at : highest), from)
  return { safes, span: { from: joining, to } }
}

async function findFactoryGap(
  { chainId, store }: FollowedChain,
  { number: to }: Cursor,
): Promise<Interval | undefined> {
  const coverage = await readCoverage(store, { chainId, safes: [factories] })
  return findTopGap({ from: 0n, to }, coverage.get(factories) ?? [])
}

/** Those who have none left are not looked at again. */
async function findGaps({
  chainId,
  store,
}: Pick<FollowedChain, 'chainId' | 'store'>): Promise<OwnGap[]> {
  const unread = await listUnread(store, { chainId, limit: safesPerLook })
  const safes = unread.map(({ safe }) => safe)
  const coverage = await readCoverage(store, { chainId, safes })
  const pasts = unread.map((past) => {
    const span = { from: past.wantedFrom, to: past.followedFrom - 1n }
    return { past, gap: findTopGap(span, coverage.get(past.safe) ?? []) }
  })
  const complete = pasts.filter(({ gap }) => !gap).map(({ past }) => past)
  await markComplete(store, { chainId, pasts: complete })
  const gaps = pasts.flatMap(({ past: { safe }, gap }) =>
    gap ? [{ safe, span: gap }] : [],
  )
  if (gaps.length > 0 || unread.length < safesPerLook) return gaps
  return findGaps({ chainId, store })
}

/** The highest part of a span that no interval covers. */
export function findTopGap(
  span: Interval,
  covered: readonly Interval[],
): Interval | undefined {
  let { to } = span
  const sorted = [...covered].sort((a, b) => Number(b.to - a.to))
  for (const interval of sorted) {
    if (to < span.from) return undefined
    if (interval.to < to)
      return {
        from: interval.to + 1n > span.from ? interval.to + 1n : span.from,
        to,
      }
    if (interval.from <= to) to = interval.from - 1n
  }
  return to < span.from ? undefined : { from: span.from, to }
}

async function coverSafes(
  chain: FollowedChain,
  rpc: RpcEndpoint,
  { cursor, gap }: { cursor: Cursor; gap: Gap },
): Promise<BackfillStep> {
  const { chainId, store } = chain
  const { safes, span: wanted } = gap
  const prepared = await prepareSpan(chain, rpc, { cursor, safes, wanted })
  const nothing = { creations: [], states: [] }
  await applyRange(store, { chainId, safes, ...prepared, ...nothing })
  const { span, rows } = prepared
  return { type: 'covered', safes, span, rows: countRows(rows) }
}

async function coverFactories(
  chain: FollowedChain,
  rpc: RpcEndpoint,
  { cursor, gap }: { cursor: Cursor; gap: Gap },
): Promise<BackfillStep> {
  const { chainId, store } = chain
  const { logs, span, epoch } = await fetchSpan(chain, rpc, {
    cursor,
    filters: [factoryFilter],
    wanted: gap.span,
  })
  const { creations, states } = await readFactoryLogs(chain, rpc, {
    logs,
    times: await readTimes(rpc, logs),
    at: cursor,
  })
  const known = await readStates(store, {
    chainId,
    safes: states.map(({ safe }) => safe),
  })
  await applyRange(store, {
    chainId,
    epoch,
    span,
    safes: [factories],
    blocks: [...listBlocksOf(logs), ...(states.length > 0 ? [cursor] : [])],
    rows: emptyRows(),
    creations,
    states: states.filter(
      (present) =>
        compareStates({
          former: known.get(present.safe),
          present,
          activities: [],
        }).changed,
    ),
  })
  return { type: 'covered', safes: [factories], span, rows: creations.length }
}
