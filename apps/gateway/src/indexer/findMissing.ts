import { findDeploymentByAddress, singletons } from '@covault/protocol'
import type { Address } from 'viem'
import { getSafeFilters } from '../chain/fetchLogs.js'
import { fetchLogsOfRange } from '../chain/fetchRange.js'
import { readNonces } from '../chain/readNonces.js'
import type { RpcEndpoint } from '../chain/rpcEndpoint.js'
import { RpcInconsistentError } from '../chain/rpcErrors.js'
import { keepLatest } from '../keepLatest.js'
import { type Cursor, readCursor } from '../store/cursors.js'
import { listComplete } from '../store/followed.js'
import { findNonceGaps, type NonceGap } from '../store/nonceGaps.js'
import { readStates, type StoredState } from '../store/safeStates.js'
import type { Interval } from '../store/watches.js'
import type { FollowedChain } from './followedChain.js'
import { repair } from './repair.js'

/** As many as one question holds. */
const perRound = 100
const perLook = 1_000
const secondsBetween = 3600

/** More are forgotten, and their executions counted from the first again. */
const mostRemembered = 50_000

/** Up to where nothing is missing, as far as this process looked. */
type Looked = {
  complete: bigint
  at: number
  /** Nodes that did not have what is missing either. */
  inVain: number
  /** Something was missing, and no node had it. */
  isLacking: boolean
}
type Memory = {
  /** Of the cursor: what is remembered holds until blocks are undone. */
  epoch: bigint
  looked: Map<Address, Looked>
  /** The next look begins after this safe. */
  after: Address | undefined
}
const memory = new WeakMap<FollowedChain, Memory>()

/** What another process undid is not known: nothing holds any more. */
function recall(chain: FollowedChain, epoch: bigint): Memory {
  const known = memory.get(chain)
  if (known?.epoch === epoch) return known
  const begun = { epoch, looked: new Map(), after: known?.after }
  memory.set(chain, begun)
  return begun
}

/** Of safes that had nothing in the undone blocks, nothing is missing now either. */
export function forgetUndone(
  chain: FollowedChain,
  { cursor, safes }: { cursor: Cursor; safes: readonly Address[] },
): void {
  const { looked, after } = recall(chain, cursor.epoch)
  const undone = new Set(safes)
  const kept = [...looked].filter(
    ([safe, { isLacking }]) => !undone.has(safe) && !isLacking,
  )
  memory.set(chain, {
    epoch: cursor.epoch + 1n,
    // A look that is under way is about the former blocks.
    looked: new Map(kept.map(([safe, each]) => [safe, { ...each }])),
    after,
  })
}

/**
 * A node that leaves logs out of the middle of a long answer is believed:
 * nothing in the answer tells. But a safe counts its executions. Where it
 * counted more than are stored, the blocks between are asked for again in
 * smaller parts, until all are there or the next node is asked.
 */
export async function findMissing(
  chain: FollowedChain,
  { now = Date.now() }: { now?: number } = {},
): Promise<{ looked: number; repaired: number }> {
  const { chainId, store, pool } = chain
  const cursor = await readCursor(store, chainId)
  if (!cursor) return { looked: 0, repaired: 0 }
  const remembered = recall(chain, cursor.epoch)
  const { looked: known } = remembered
  const { safes, last } = await listCountable(chain, remembered.after)
  const open = safes.filter(({ safe }) => isDue(known.get(safe), now))
  const due = open.slice(0, perRound)
  if (open.length <= perRound) remembered.after = last
  if (due.length === 0) return { looked: 0, repaired: 0 }
  // Before the first question: what no node can answer waits for its next turn.
  for (const { safe } of due) {
    const { complete = 0n, isLacking = false } = known.get(safe) ?? {}
    const value = { complete, at: now, inVain: 0, isLacking }
    keepLatest(known, { key: safe, value, most: mostRemembered })
  }
  return pool.use(async (rpc) => {
    const nonces = await readNonces(rpc, {
      safes: due.map(({ safe }) => safe),
      blockHash: cursor.hash,
    })
    let repaired = 0
    for (const [index, { safe, from: lowest }] of due.entries()) {
      const next = nonces[index]
      const looked = known.get(safe)
      if (next === undefined || !looked) continue
      const question = { safe, from: looked.complete, next }
      const found = await fill(chain, rpc, { cursor, lowest, question })
      repaired += found.repaired
      // The last node was asked: more cannot be done.
      const isLast = ++looked.inVain >= pool.endpoints.length
      if (found.gaps.length > 0 && !isLast)
        throw new LogsMissingError({ safe, gaps: found.gaps })
      looked.complete = next
      looked.isLacking ||= found.gaps.length > 0
    }
    return { looked: due.length, repaired }
  })
}

function isDue(looked: Looked | undefined, now: number): boolean {
  return !looked || now - looked.at >= secondsBetween * 1000
}

/** Safes whose past is read, and whose version logs every execution: some of them. */
async function listCountable(
  { chainId, store }: FollowedChain,
  after: Address | undefined,
): Promise<{
  safes: { safe: Address; from: bigint }[]
  last: Address | undefined
}> {
  const page = await listComplete(store, { chainId, after, limit: perLook })
  const states = await readStates(store, {
    chainId,
    safes: page.map(({ safe }) => safe),
  })
  return {
    safes: page.flatMap(({ safe, wantedFrom: from }) =>
      logsEverything(states.get(safe)) ? [{ safe, from }] : [],
    ),
    last: page.length < perLook ? undefined : page.at(-1)?.safe,
  }
}

/** What an unknown singleton counts is its own affair; 1.0.0 logs only executions that failed. */
function logsEverything(state: StoredState | undefined): boolean {
  const singleton =
    state && findDeploymentByAddress(singletons, state.singleton)
  return singleton !== undefined && singleton.version !== '1.0.0'
}

type Question = { safe: Address; from: bigint; next: bigint }

/** A delegatecall can write any number: one beyond this is no node's doing. */
const mostMissing = 1_000n

/** Into how many parts the blocks around a gap are split, one try after the other. */
const splits = [8n, 64n, 512n]

async function fill(
  chain: FollowedChain,
  rpc: RpcEndpoint,
  parameters: { cursor: Cursor; lowest: bigint; question: Question },
): Promise<{ repaired: number; gaps: NonceGap[] }> {
  const { chainId, store, log } = chain
  const { cursor, lowest, question } = parameters
  const { safe } = question
  let gaps = await findNonceGaps(store, { chainId, ...question })
  let repaired = 0
  for (const parts of splits) {
    if (gaps.some(({ from, to }) => to - from > mostMissing)) break
    for (const gap of gaps) {
      const from = gap.afterBlock ?? lowest
      const to = gap.beforeBlock ?? cursor.number
      const span = { from, to }
      repaired += await reread(chain, rpc, { cursor, safe, parts, span })
    }
    if (gaps.length > 0)
      gaps = await findNonceGaps(store, { chainId, ...question })
  }
  if (gaps.length > 0)
    log.error(
      { chainId, safe, nonces: gaps.map(describeGap) },
      'The RPC endpoint’s logs lack executions that the safe counted',
    )
  return { repaired, gaps }
}

async function reread(
  chain: FollowedChain,
  rpc: RpcEndpoint,
  parameters: { cursor: Cursor; safe: Address; parts: bigint; span: Interval },
): Promise<number> {
  const { cursor, safe, parts, span } = parameters
  const size = (span.to - span.from) / parts + 1n
  let repaired = 0
  for (let to = span.to; to >= span.from; ) {
    const { logs, from } = await fetchLogsOfRange(rpc, {
      filters: getSafeFilters([safe]),
      from: span.from,
      to,
      ranges: { get: () => size, learn: () => undefined },
    })
    const part = { from, to }
    repaired += await repair(chain, rpc, {
      cursor,
      safes: [safe],
      logs,
      span: part,
    })
    to = from - 1n
  }
  return repaired
}

function describeGap({ from, to }: NonceGap): string {
  return from === to ? `${from}` : `${from} to ${to}`
}

class LogsMissingError extends RpcInconsistentError {
  override name = 'LogsMissingError'
  constructor({ safe, gaps }: { safe: Address; gaps: readonly NonceGap[] }) {
    super(
      `The RPC endpoint has no logs of the executions ${gaps.map(describeGap).join(', ')} of ${safe}.`,
    )
  }
}
