import { setTimeout as delay } from 'node:timers/promises'
import { BaseError } from '@covault/protocol'
import { createBell, pause, type Ring } from '../bell.js'
import type { BridgeConfig } from '../bridgesConfig.js'
import type { Context } from '../context.js'
import { createPace } from '../moveIn/budget.js'
import {
  openSource,
  type Source,
  SourceAnswerError,
  SourceAwayError,
  SourceRefusalError,
} from '../moveIn/source.js'
import {
  noteProblem,
  openBridge,
  readBridgeCalls,
  takeBridgeCall,
} from '../store/bridges.js'
import { type Leadership, pickLookMs, tryToLead } from '../store/leader.js'
import { listenToOutbox } from '../store/listen.js'
import { listChangesOf, readOutboxBounds } from '../store/outbox.js'
import { createUsual, findWait, readMonth } from './pace.js'
import { runRound, toPlace } from './runRound.js'

/** However much patience is asked for, after so long it is tried again. */
const longestWaitMs = 3_600_000

/** All bridges of a gateway, and who keeps them. */
type Keeping = {
  context: Context
  /** The pace of each account, whichever bridges share it. */
  paces: Map<string, ReturnType<typeof createPace>>
  leadership: Leadership
  signal: AbortSignal
  /** From now on; ends the wait when something changes in the database. */
  listen(): Ring
}

/** Keeps every bridge of the configuration while this process leads. */
export function startBridges(parameters: {
  context: Context
  databaseUrl: string
}): { stop(): Promise<void> } {
  const stopping = new AbortController()
  const running = run({ ...parameters, signal: stopping.signal })
  return {
    async stop() {
      stopping.abort()
      // A service that hangs must not keep the process from ending.
      await Promise.race([running, delay(500, undefined, { ref: false })])
    },
  }
}

async function run(parameters: {
  context: Context
  databaseUrl: string
  signal: AbortSignal
}): Promise<void> {
  const { context, databaseUrl, signal } = parameters
  const { log, config, store } = context
  while (!signal.aborted) {
    let leadership: Leadership | undefined
    const bell = createBell()
    try {
      leadership = await tryToLead({
        ...{ store, url: databaseUrl, duty: 'bridges' as const, log, signal },
      })
      if (leadership) {
        const outbox = listenToOutbox({
          url: databaseUrl,
          log,
          onChange: bell.ring,
        })
        const keeping = {
          ...{ context, leadership, signal, listen: bell.listen },
          paces: new Map(),
        }
        await Promise.all(
          config.bridges.map((bridge) => keep(keeping, bridge)),
        ).finally(() => outbox.stop())
      }
    } catch (error) {
      log.warn({ error }, 'The bridges are interrupted')
    }
    await leadership?.release()
    await pause(pickLookMs(), signal)
  }
}

/** Round after round until another process leads. */
async function keep(keeping: Keeping, bridge: BridgeConfig): Promise<void> {
  const { context, leadership, signal } = keeping
  const { store, log } = context
  const place = toPlace(bridge)
  let reads = 0
  const findUsual = createUsual()
  const service = openSource({
    from: bridge.url,
    token: bridge.token,
    mostFailures: 1,
    async take() {
      if (signal.aborted || !leadership.isHeld()) throw new NotLeadingError()
      await takeCall(keeping, bridge)
    },
  })
  // What is passed on is passed on once: only reading recurs.
  const source: Source = {
    ...service,
    get(path) {
      reads++
      return service.get(path)
    },
  }
  let quietRounds = 0
  let failures = 0
  while (!signal.aborted && leadership.isHeld()) {
    const { last: seen } = await readOutboxBounds(store)
    reads = 0
    let waitMs = 0
    try {
      const { hasMoved } = await runRound({ context, bridge, source })
      quietRounds = hasMoved ? 0 : quietRounds + 1
      failures = 0
    } catch (error) {
      if (signal.aborted || error instanceof NotLeadingError) return
      failures++
      const { chainId, address: safe } = bridge
      log.warn({ chainId, safe, error }, 'A bridge is interrupted')
      await openBridge(store, place)
      await noteProblem(store, place, describeProblem(error))
      waitMs = findPatience(bridge, { failures, error })
    }
    const paced = await readWait(keeping, bridge, {
      quietRounds,
      reads: findUsual(reads),
    })
    // After a failure nothing here makes it better sooner.
    if (failures > 0) await pause(Math.max(waitMs, paced.busy), signal)
    else if (await waitForChange(keeping, bridge, { seen, ...paced }))
      quietRounds = 0
  }
}

/** Longer after each failure, and as long as the service asks for. */
function findPatience(
  { pollMs, idleMs }: BridgeConfig,
  { failures, error }: { failures: number; error: unknown },
): number {
  const own = Math.min(pollMs * 2 ** Math.min(failures, 30), idleMs)
  const asked = error instanceof SourceAwayError ? error.waitMs : 0
  return Math.max(own, Math.min(asked, longestWaitMs))
}

async function takeCall(
  { context, paces }: Keeping,
  bridge: BridgeConfig,
): Promise<void> {
  const { account, callsPerMonth: most, callsPerSecond } = bridge
  const pace = paces.get(account) ?? createPace()
  paces.set(account, pace)
  await pace(callsPerSecond)
  const { month } = readMonth(new Date())
  if (!(await takeBridgeCall(context.store, { account, month, most })))
    throw new MonthSpentError(most)
}

/** How long to wait while nothing changes here, and when something does. */
async function readWait(
  { context }: Keeping,
  bridge: BridgeConfig,
  { quietRounds, reads }: { quietRounds: number; reads: number },
): Promise<{ idle: number; busy: number }> {
  const { account, callsPerMonth, pollMs, idleMs } = bridge
  const { month, leftMs } = readMonth(new Date())
  const used = await readBridgeCalls(context.store, { account, month })
  const facts = {
    ...{ pollMs, idleMs, callsPerRound: reads },
    ...{ callsLeft: callsPerMonth - used, monthLeftMs: leftMs },
  }
  return {
    idle: findWait({ ...facts, quietRounds }),
    busy: findWait({ ...facts, quietRounds: 0 }),
  }
}

/** Whether something of the safe has changed here before the time was over. */
async function waitForChange(
  { context, listen, signal }: Keeping,
  { chainId, address }: BridgeConfig,
  parameters: { seen: bigint; idle: number; busy: number },
): Promise<boolean> {
  const { idle, busy } = parameters
  const end = Date.now() + idle
  await pause(Math.min(busy, idle), signal)
  let after = parameters.seen
  for (;;) {
    const untilRing = listen()
    const { last: upTo } = await readOutboxBounds(context.store)
    const changes = await listChangesOf(context.store, {
      ...{ safes: [{ chainId, address }], after, upTo, limit: 1_000 },
    })
    const isOurs = changes.some(
      ({ kind }) => kind === 'queue' || kind === 'message',
    )
    const leftMs = end - Date.now()
    if (isOurs || signal.aborted || leftMs <= 0) return isOurs
    after = changes.at(-1)?.id ?? upTo
    await untilRing(leftMs, signal)
  }
}

/** In words that name the configuration, and nothing that the service said. */
function describeProblem(error: unknown): string {
  if (error instanceof SourceAwayError) return error.reason
  if (error instanceof SourceAnswerError)
    return 'The other service answered with something that is not a list. Check the url of the bridge.'
  if (error instanceof SourceRefusalError)
    return error.status === 404
      ? 'The other service does not know this safe. Check the url of the bridge.'
      : error.status === 401 || error.status === 403
        ? `The other service refused with status ${error.status}. Check the token of the bridge.`
        : `The other service refused with status ${error.status}. Check the url of the bridge.`
  if (error instanceof BaseError) return error.message
  return 'The bridge failed unexpectedly. See the gateway’s log.'
}

class MonthSpentError extends BaseError {
  override name = 'MonthSpentError'
  constructor(most: number) {
    super(
      `The other service was called ${most} times this month, the limit in callsPerMonth.`,
    )
  }
}

class NotLeadingError extends BaseError {
  override name = 'NotLeadingError'
  constructor() {
    super('Another process runs the bridges.')
  }
}
