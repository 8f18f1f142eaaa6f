import { GatewayTimeoutError, getLiveness } from '@covault/api'
import { pollInterval } from '../lib/timing.js'
import type { fetchEarly } from '../trust/early.js'

type Ask = typeof fetchEarly

/** Milliseconds that an answer may take before the gateway is probed. */
const patience = 1500

/** Milliseconds. Nobody has probed since: what was known then is forgotten. */
const longestSilence = 20_000

/** A gateway that answers again within this time was busy, and not gone. */
const busyTime = 10_000

/** For so long a busy one is waited for, whatever the probe says. */
const spareTime = 60_000

/**
 * Knows whether the gateway is silent: it takes questions and answers none. A
 * question that stays without an answer has it probed. When the probe has waited
 * in vain too, whatever waits is given up, and nobody waits for the gateway again
 * until a probe is answered. A gateway that refuses at once costs nobody time, and
 * is asked as ever.
 */
export function createPatientFetch({
  ask,
  onUnanswered,
}: {
  ask: Ask
  /** Has it probed. */
  onUnanswered: () => void
}): Ask {
  const waiting = new Set<() => void>()
  let heardAt = 0
  let sparedUntil = 0
  /** Since when, and when a probe said so last. */
  let silence: { since: number; probedAt: number } | undefined
  return (...asked) => (isProbe(asked[0]) ? probe(asked) : question(asked))

  async function probe(asked: Parameters<Ask>): Promise<Response> {
    const sentAt = Date.now()
    try {
      return hear(await ask(...asked))
    } catch (error) {
      // A probe that was taken back, or refused, has not waited.
      const hasWaited = Date.now() - sentAt >= pollInterval - patience
      if (hasWaited && heardAt < sentAt) fallSilent()
      throw error
    }
  }

  async function question([input, init]: Parameters<Ask>): Promise<Response> {
    const sentAt = Date.now()
    const giveUp = (since: number) =>
      new GatewayTimeoutError(
        new URL(String(input)).origin,
        Date.now() - since,
        {},
      )
    if (silence && Date.now() - silence.probedAt < longestSilence) {
      // Whoever asks now would like to know whether it is back.
      onUnanswered()
      throw giveUp(silence.since)
    }
    const own = new AbortController()
    const leave = () => own.abort(giveUp(sentAt))
    const abort = () => own.abort(init?.signal?.reason)
    init?.signal?.addEventListener('abort', abort)
    if (init?.signal?.aborted) abort()
    const timer = setTimeout(onUnanswered, patience)
    waiting.add(leave)
    try {
      return hear(await ask(input, { ...init, signal: own.signal }))
    } catch (error) {
      throw own.signal.aborted ? own.signal.reason : error
    } finally {
      clearTimeout(timer)
      waiting.delete(leave)
    }
  }

  function hear(reply: Response): Response {
    heardAt = Date.now()
    if (silence && heardAt - silence.since < busyTime)
      sparedUntil = heardAt + spareTime
    silence = undefined
    return reply
  }

  function fallSilent(): void {
    const now = Date.now()
    if (now < sparedUntil) return
    silence = { since: silence?.since ?? now, probedAt: now }
    for (const leave of [...waiting]) leave()
  }
}

function isProbe(input: Parameters<Ask>[0]): boolean {
  return new URL(String(input)).pathname.endsWith(getLiveness.path)
}
