import { setTimeout as delay } from 'node:timers/promises'
import { type Bell, createBell, pause } from '../bell.js'
import type { Context } from '../context.js'
import { type Leadership, pickLookMs, tryToLead } from '../store/leader.js'
import { listenToOutbox } from '../store/listen.js'
import { pruneNotices } from '../store/notices.js'
import {
  keepFollowed,
  listDueReceivers,
  type NewReceiver,
  readNextTry,
  syncOperatorReceivers,
} from '../store/receivers.js'
import { deliverTo } from './deliver.js'
import type { Delivery } from './delivery.js'
import { createMailer } from './mailer.js'
import { recordNotices } from './recordNotices.js'

/** Receivers that are told at the same time: one that hangs holds one place. */
const mostAtOnce = 200
/** A connection can be dead without anybody having been told. */
const heartbeatMs = 20_000
const upkeepMs = 3_600_000
/** How long a receiver that is parked misses nothing. */
const keptDays = 30

/** Tells receivers what happens while this process leads. */
export function startNotices(parameters: {
  context: Context
  databaseUrl: string
}): { stop(): Promise<void> } {
  const { context, databaseUrl } = parameters
  const { notices } = context.config
  const mailer = notices.mail && createMailer(notices.mail, notices)
  const stopping = new AbortController()
  const running = run(
    { context, mailer },
    { databaseUrl, signal: stopping.signal },
  )
  return {
    async stop() {
      stopping.abort()
      // A receiver that hangs must not keep the process from ending.
      await Promise.race([running, delay(500, undefined, { ref: false })])
      mailer?.close()
    },
  }
}

async function run(
  delivery: Delivery,
  parameters: { databaseUrl: string; signal: AbortSignal },
): Promise<void> {
  const { databaseUrl: url, signal } = parameters
  const { log, store } = delivery.context
  while (!signal.aborted) {
    let leadership: Leadership | undefined
    const bell = createBell()
    try {
      leadership = await tryToLead({
        ...{ store, url, duty: 'notices' as const, log, signal },
      })
      if (leadership) {
        const outbox = listenToOutbox({ url, log, onChange: bell.ring })
        await work(delivery, { leadership, bell, signal }).finally(() =>
          outbox.stop(),
        )
      }
    } catch (error) {
      if (!signal.aborted) log.warn({ error }, 'Notices are interrupted')
    }
    await leadership?.release()
    await pause(pickLookMs(), signal)
  }
}

/** Round after round until another process leads. */
async function work(
  delivery: Delivery,
  parameters: { leadership: Leadership; bell: Bell; signal: AbortSignal },
): Promise<void> {
  const { leadership, bell, signal } = parameters
  const { store, config, log } = delivery.context
  const listed = new Set(
    config.assets.listedTokens.map(
      ({ chainId, address }) => `${chainId}:${address}`,
    ),
  )
  const kinds = delivery.mailer
    ? (['webhook', 'email'] as const)
    : (['webhook'] as const)
  await syncOperatorReceivers(store, toOperatorReceivers(delivery.context))
  const busy = new Set<string>()
  const mayTell = () => !signal.aborted && leadership.isHeld()
  let upkeepAt = 0
  while (mayTell()) {
    const untilRing = bell.listen()
    const read = await recordNotices(store, (chainId, token) =>
      listed.has(`${chainId}:${token}`),
    )
    for (const receiver of await listDueReceivers(store, { kinds })) {
      if (busy.has(receiver.id) || busy.size >= mostAtOnce) continue
      busy.add(receiver.id)
      void deliverTo(delivery, receiver, mayTell)
        .catch((error: unknown) =>
          log.warn({ receiver: receiver.id, error }, 'A receiver waits'),
        )
        .finally(() => {
          busy.delete(receiver.id)
          bell.ring()
        })
    }
    if (Date.now() > upkeepAt) {
      upkeepAt = Date.now() + upkeepMs
      await keepFollowed(store)
      await pruneNotices(store, { olderThanDays: keptDays })
    }
    if (read === 0) await untilRing(await findWait(delivery), signal)
  }
}

async function findWait({ context }: Delivery): Promise<number> {
  const next = await readNextTry(context.store)
  if (!next) return heartbeatMs
  const ms = next.getTime() - Date.now()
  return Math.min(Math.max(ms, 20), heartbeatMs)
}

function toOperatorReceivers({
  config,
}: Context): (NewReceiver & { name: string })[] {
  return config.notices.receivers.flatMap(({ safes, ...receiver }) => {
    const places = safes.map(({ chainId, address: safe }) => ({
      chainId,
      safe,
    }))
    return (places.length > 0 ? places : [null]).map((place) => ({
      ...receiver,
      ...{ kind: 'webhook' as const, account: null, place },
    }))
  })
}
