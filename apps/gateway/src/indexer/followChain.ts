import { type Bell, createBell, pause } from '../bell.js'
import { getBlockByNumber } from '../chain/blocks.js'
import { followHeads, type NewHeads } from '../chain/newHeads.js'
import { NoNodeError, RpcInconsistentError } from '../chain/rpcErrors.js'
import { rememberChain } from '../store/chains.js'
import {
  type BlockId,
  CursorMovedError,
  EpochPassedError,
} from '../store/cursors.js'
import { interestChannel } from '../store/interest.js'
import { type Leadership, pickLookMs, tryToLead } from '../store/leader.js'
import { pinSafes } from '../store/slots.js'
import { expireUnsigned } from '../store/unsigned.js'
import { unfollowIdle } from '../store/watches.js'
import { forgetCounts } from '../store/writeCounts.js'
import { advance, type Step } from './advance.js'
import { type BackfillStep, backfill } from './backfill.js'
import { fillCreations } from './fillCreations.js'
import { fillDetails } from './fillDetails.js'
import { fillFees } from './fillFees.js'
import { findMissing } from './findMissing.js'
import type { FollowedChain } from './followedChain.js'
import { NoHintsError } from './hintSource.js'
import { recheckFinal } from './recheckFinal.js'
import { takeHints } from './takeHints.js'

/** A service that does not answer is left alone for so long. */
const hintsAgainMs = 60_000
/** How long the tip is looked at often after something moved or was awaited. */
const wakefulMs = 60_000
/** After that a block may be found so late, unless somebody waits for it. */
const idlePollMs = 1_000
/** Safes that wait to be followed are told of; one of which nobody told is found after this. */
const believedMs = 1_000

/** How following a chain goes, for health and metrics. */
export type Progress = {
  role: 'leader' | 'standby' | 'stopped'
  head: bigint | undefined
  cursor: bigint | undefined
  /**
   * When a look at the chain last succeeded, or began to be tried, by
   * `performance.now()`; undefined: that is another process's task.
   */
  lookedAt: number | undefined
  /** Why the chain is not followed at present. */
  problem: string | undefined
  /** Logs are asked for safe by safe, though there are many. */
  safeBySafe: boolean
}

export type FollowObserver = {
  onStep?(step: Step, seconds: number): void
  onBackfill?(step: BackfillStep): void
}

/** A chain that is followed, and how that goes. */
type Following = {
  chain: FollowedChain
  progress: Progress
  observer: FollowObserver | undefined
  /** When something last happened at the tip or in the past. */
  movedAt: number
  /** Rings when that was at the tip. */
  moved: Bell
  /** When it was last told that somebody waits for news of the chain. */
  awaitedAt: number
  /** Rings when the tip is to be looked at now. */
  awaited: Bell
  signal: AbortSignal
}

/** One round of some work, and how long to wait for the next. */
type Task = () => Promise<{ waitMs: number }>

/**
 * Follows one chain until it is stopped: waits for its turn to lead, then
 * runs the tip and the past side by side.
 */
export function followChain(
  chain: FollowedChain,
  parameters: { databaseUrl: string; observer?: FollowObserver },
): { progress: Progress; stop(): Promise<void> } {
  const { databaseUrl, observer } = parameters
  const stopping = new AbortController()
  const progress: Progress = {
    role: 'standby',
    head: undefined,
    cursor: undefined,
    lookedAt: undefined,
    problem: undefined,
    safeBySafe: false,
  }
  const following: Following = {
    chain,
    progress,
    observer,
    movedAt: Date.now(),
    moved: createBell(),
    awaitedAt: Date.now(),
    awaited: createBell(),
    signal: stopping.signal,
  }
  const running = run(following, databaseUrl)
  return {
    progress,
    async stop() {
      stopping.abort()
      await running
    },
  }
}

async function run(following: Following, databaseUrl: string): Promise<void> {
  const { chain, progress, signal } = following
  const { chainId, store, log, settings } = chain
  while (!signal.aborted) {
    let waitMs = settings.pollMs
    let leadership: Leadership | undefined
    try {
      leadership = await tryToLead({
        store,
        url: databaseUrl,
        duty: { chainId },
        log,
        signal,
        hears: {
          channel: interestChannel,
          hear(text) {
            if (text !== String(chainId)) return
            following.awaitedAt = Date.now()
            following.awaited.ring()
          },
        },
      })
      if (leadership) await lead(following, leadership)
      else {
        progress.lookedAt = undefined
        waitMs = pickLookMs(settings.pollMs)
      }
    } catch (error) {
      progress.problem = describe(error)
      log.warn({ chainId, error }, 'The chain cannot be indexed at the moment')
    }
    progress.role = 'standby'
    progress.safeBySafe = false
    await leadership?.release()
    await pause(waitMs, signal)
  }
  progress.role = 'stopped'
  progress.lookedAt = undefined
}

async function lead(
  following: Following,
  leadership: Leadership,
): Promise<void> {
  const { chain, progress } = following
  const { chainId, log, settings } = chain
  progress.role = 'leader'
  // Who told the leader before waits on.
  following.awaitedAt = Date.now()
  progress.lookedAt ??= performance.now()
  log.info({ chainId }, 'This process indexes the chain')
  await assertSameChain(chain)
  await pinSafes(chain.store, { chainId, safes: settings.pinned })
  const listening = new AbortController()
  const heads = listenToHeads(following, listening.signal)
  await Promise.all([
    // Anyone who waits for the tip need not wait for what has ended.
    repeat(following, leadership, followTip(following, heads)).finally(
      following.moved.ring,
    ),
    repeat(following, leadership, readPast(following)),
    chain.hints && repeat(following, leadership, () => readHints(chain)),
    repeat(following, leadership, keepUp(following)),
  ]).finally(() => listening.abort())
}

function listenToHeads(
  { chain: { headsUrl, settings }, awaited, signal }: Following,
  whileLeading: AbortSignal,
): NewHeads | undefined {
  if (headsUrl === undefined) return undefined
  return followHeads(headsUrl, {
    againMs: settings.pollMs,
    signal: AbortSignal.any([signal, whileLeading]),
    ring: awaited.ring,
  })
}

/** Runs a task again and again while we lead; a failure is told and waited out. */
async function repeat(
  { chain: { chainId, log }, progress, signal }: Following,
  leadership: Leadership,
  task: Task,
): Promise<void> {
  let failures = 0
  while (!signal.aborted && leadership.isHeld()) {
    try {
      const { waitMs } = await task()
      failures = 0
      if (waitMs > 0) await pause(waitMs, signal)
    } catch (error) {
      if (signal.aborted) return
      const isRace =
        error instanceof CursorMovedError || error instanceof EpochPassedError
      if (!isRace) {
        progress.problem = describe(error)
        log.warn({ chainId, error }, 'Following the chain was interrupted')
      }
      const asked = error instanceof NoNodeError ? error.retryAfterMs : 0
      const own = Math.min(100 * 2 ** failures++, 5_000)
      await pause(Math.max(asked, own), signal)
    }
  }
}

/** Remembers since when the chain is held: a shorter one is taken in the end. */
function followTip(following: Following, heads: NewHeads | undefined): Task {
  const { chain, progress, observer, moved, awaited, signal } = following
  const { chainId, log, settings } = chain
  let heldSince: number | undefined
  let quiet: Quiet | undefined
  return async () => {
    const untilRing = awaited.listen()
    const readAt = Date.now()
    const known = isBelieved(quiet, following) ? quiet : undefined
    const acceptShorter =
      heldSince !== undefined && Date.now() - heldSince > settings.lagPatienceMs
    const began = performance.now()
    const step = await advance(chain, { acceptShorter, quiet: known?.at })
    observer?.onStep?.(step, (performance.now() - began) / 1_000)
    heldSince =
      step.type === 'held' && step.behind
        ? (heldSince ?? Date.now())
        : undefined
    if (step.type === 'held' && step.reason !== progress.problem)
      log.warn(
        { chainId, reason: step.reason },
        'Indexing of the chain is on hold',
      )
    if (step.type === 'applied' && step.safeBySafe && !progress.safeBySafe)
      log.warn(
        { chainId },
        'The RPC endpoint gives no block whole: its logs are asked for safe by safe, which takes many requests',
      )
    note(progress, step)
    const at = step.type === 'idle' ? step.quiet : undefined
    quiet = at && { at, readAt: known?.at === at ? known.readAt : readAt }
    if (step.type !== 'held' && !quiet) {
      following.movedAt = Date.now()
      moved.ring()
    }
    if (['applied', 'reorg', 'jumped'].includes(step.type)) return { waitMs: 0 }
    // Where the node tells more or less than is announced, it is asked soon.
    const isTold = step.type === 'idle' && step.head === heads?.announced()
    await untilRing(isTold ? settings.quietMs : findPoll(following), signal)
    return { waitMs: 0 }
  }
}

/** Where the chain stood when the store last said that nothing waits. */
type Quiet = { at: BlockId; readAt: number }

/** What somebody told since is in the store. */
function isBelieved(
  quiet: Quiet | undefined,
  { awaitedAt }: Following,
): boolean {
  return (
    quiet !== undefined &&
    quiet.readAt > awaitedAt &&
    Date.now() - quiet.readAt < believedMs
  )
}

/** Often only where something moves, or somebody waits for it. */
function findPoll({ chain, movedAt, awaitedAt }: Following): number {
  const { pollMs } = chain.settings
  const isAwake = Date.now() - Math.max(movedAt, awaitedAt) < wakefulMs
  return isAwake ? pollMs : Math.max(pollMs, idlePollMs)
}

/** What the tip finds wakes it: by itself it looks seldom. */
function readPast(following: Following): Task {
  const { chain, observer, moved, signal } = following
  const restMs = rest(chain, { polls: 50, mostMs: 10_000 })
  return async () => {
    const untilRing = moved.listen()
    const step = await backfill(chain)
    observer?.onBackfill?.(step)
    if (step.type === 'done') await untilRing(restMs, signal)
    else following.movedAt = Date.now()
    return { waitMs: 0 }
  }
}

/** So many polls, but not for so long where these are far apart. */
function rest(
  { settings: { pollMs } }: FollowedChain,
  { polls, mostMs }: { polls: number; mostMs: number },
): number {
  return Math.max(pollMs, Math.min(pollMs * polls, mostMs))
}

/** Without hints the chain is followed all the same: it is no problem of the chain. */
async function readHints(chain: FollowedChain) {
  const { chainId, log, settings } = chain
  try {
    const step = await takeHints(chain)
    return { waitMs: step.type === 'done' ? settings.pollMs * 10 : 0 }
  } catch (error) {
    if (!(error instanceof NoHintsError)) throw error
    log.warn({ chainId, error }, 'Hints are not available at the moment')
    return { waitMs: hintsAgainMs }
  }
}

/** Where nothing moves, hardly anything is to be done, and that seldom. */
function keepUp(following: Following): Task {
  const { chain } = following
  const waitMs = chain.settings.pollMs * 10
  const restMs = rest(chain, { polls: 150, mostMs: 30_000 })
  let doneAt = 0
  return async () => {
    const now = Date.now()
    if (now - following.movedAt < 2 * restMs || now - doneAt >= restMs) {
      await doUpkeep(chain)
      doneAt = now
    }
    return { waitMs }
  }
}

async function doUpkeep(chain: FollowedChain): Promise<void> {
  const { chainId, store, settings } = chain
  await expireUnsigned(store, chainId)
  await recheckFinal(chain)
  await findMissing(chain)
  await fillDetails(chain)
  await fillCreations(chain)
  await fillFees(chain)
  await unfollowIdle(store, { chainId, idleSeconds: settings.idleSeconds })
  await forgetCounts(store)
}

function note(progress: Progress, step: Step): void {
  progress.problem = step.type === 'held' ? step.reason : undefined
  if (step.type !== 'held') progress.lookedAt = performance.now()
  if (step.type === 'applied') {
    progress.head = step.head
    progress.cursor = step.block.number
    progress.safeBySafe = step.safeBySafe
  }
  if (step.type === 'idle') {
    progress.head = step.head
    progress.cursor = step.head
  }
  if (step.type === 'jumped') progress.cursor = step.to
  if (step.type === 'reorg') progress.cursor = step.ancestor
}

/** The first block ever seen is the chain's: nodes with another are refused. */
async function assertSameChain(chain: FollowedChain): Promise<void> {
  const { chainId, store, pool } = chain
  const genesis = await pool.use((rpc) => getBlockByNumber(rpc, 0n))
  if (!genesis)
    throw new RpcInconsistentError('The RPC endpoint has no first block.')
  const genesisHash = genesis.hash
  pool.expectGenesis(await rememberChain(store, { chainId, genesisHash }))
}

function describe(error: unknown): string {
  return error instanceof Error && 'name' in error
    ? error.message
    : 'Unexpected failure.'
}
