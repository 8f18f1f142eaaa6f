import * as z from 'zod/mini'
import type { Client } from './createClient.js'
import { getLive, type LiveEvent, liveEventData } from './endpoints/live.js'
import {
  type GatewayError,
  RequestSchemaError,
  ResponseSchemaError,
} from './errors.js'
import { eventIdPattern, type StreamMessage } from './eventStream.js'
import { checkPositive } from './limits.js'
import { type LiveEventName, liveEventNames } from './liveEventNames.js'
import { openLiveLine } from './liveLine.js'
import { notify } from './notify.js'
import { pause } from './pause.js'
import type { FailedReply } from './reply.js'
import { buildUrl, nameOf } from './request.js'
import { backOff, mayRecover } from './retry.js'
import type { SafeReference } from './schemas/safeReference.js'

/** Servers send a comment every 20 s; three missed ones mean a dead line. */
const longestSilence = 65_000

/** What a gateway may ask for; a stream that waits longer is forgotten. */
const longestRetryAfter = 3_600_000

export type LiveOptions = {
  safes: SafeReference[]
  /** Ends the stream; nothing is handed on after that. */
  signal: AbortSignal
  /** Resumes after the event with this id. */
  lastEventId?: string | undefined
  /** Milliseconds to wait for a byte before the line is opened again. */
  silence?: number | undefined
  /** Milliseconds a line must hold before earlier failures are forgotten. */
  stableTime?: number | undefined
  /** After each failure, with the milliseconds until the next attempt. */
  onFailure?: ((failure: LiveFailure) => void) | undefined
  /** For each event that cannot be read: something changed, but not what. */
  onSkipped?: ((skipped: SkippedEvent) => void) | undefined
}

export type LiveFailure = {
  error: GatewayError
  /** In a row: 1 after the first. */
  failures: number
  delay: number
}

export type SkippedEvent = {
  error: ResponseSchemaError
  name: LiveEventName
  id: string
}

/**
 * The changes of some safes, as they happen. A line that breaks is opened
 * again and resumed where it broke; what another attempt cannot mend is thrown.
 */
export async function* followLive(
  client: Client,
  options: LiveOptions,
): AsyncGenerator<LiveEvent, void, void> {
  const { safes, signal, silence = longestSilence } = options
  const { stableTime = 30_000 } = options
  checkPositive({ silence, stableTime })
  const url = buildUrl(client.baseUrl, getLive, { query: { safes } })
  const place: Place = { lastEventId: checkEventId(options.lastEventId) }
  for (let failures = 0; !signal.aborted; ) {
    const { error, retryAfter, held } = yield* followLine(client, {
      ...options,
      url,
      place,
      silence,
    })
    if (signal.aborted) return
    if (!mayReopen(error)) throw error
    failures = held >= stableTime ? 1 : failures + 1
    const delay = Math.max(
      backOff(failures, Math.random()),
      Math.min(retryAfter ?? 0, longestRetryAfter),
    )
    notify(options.onFailure, { error, failures, delay })
    await pause(delay, signal).catch(() => undefined)
  }
}

/** Where the next line goes on; also events that were skipped move it. */
type Place = { lastEventId: string }

type LineOptions = LiveOptions & { url: string; place: Place; silence: number }

/** Returns why the line ended, and for how many milliseconds it held. */
async function* followLine(
  client: Client,
  { url, place, signal, silence, onSkipped }: LineOptions,
): AsyncGenerator<LiveEvent, FailedReply & { held: number }, void> {
  const { lastEventId } = place
  const line = openLiveLine(client, { url, lastEventId, signal, silence })
  try {
    for (;;) {
      const piece = await line.read()
      if ('error' in piece) return { ...piece, held: line.held() }
      for (const message of piece.messages) {
        if (signal.aborted) break
        place.lastEventId = message.id || place.lastEventId
        const event = readEvent(message, onSkipped)
        if (event) yield event
      }
    }
  } finally {
    line.close()
  }
}

/** An event this version does not know is passed over. */
function readEvent(
  { event, data, id }: StreamMessage,
  onSkipped: LiveOptions['onSkipped'],
): LiveEvent | undefined {
  const name = liveEventNames.find((known) => known === event)
  if (name === undefined || data === null) return undefined
  try {
    return { name, id, ...z.decode(liveEventData, JSON.parse(data)) }
  } catch (cause) {
    const error = new ResponseSchemaError(nameOf(getLive), cause)
    notify(onSkipped, { error, name, id })
    return undefined
  }
}

/** Whether opening the line again may help. */
function mayReopen(error: GatewayError): boolean {
  return mayRecover(error) || ('status' in error && error.status === 408)
}

function checkEventId(id: string | undefined): string {
  if (id === undefined || id === '' || eventIdPattern.test(id)) return id ?? ''
  throw new RequestSchemaError(nameOf(getLive), {
    path: 'lastEventId',
    message: 'it must be at most 256 visible ASCII characters',
  })
}
