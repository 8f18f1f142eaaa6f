import * as z from 'zod/mini'
import { address, type Codec, chainId, orNull } from '../codecs.js'
import { defineEndpoint } from '../endpoint.js'
import type { LiveEventName } from '../liveEventNames.js'
import { type SafeReference, safeReferences } from '../schemas/safeReference.js'

/** More than this many safes do not fit one stream. */
export const maximumLiveSafes = 50

const safes: Codec<SafeReference[], string> = safeReferences.check(
  z.refine(
    (list) => list.length <= maximumLiveSafes,
    `At most ${maximumLiveSafes} safes are followed by one stream`,
  ),
)

export const liveEventData = z.object({
  chainId: orNull(chainId),
  safe: orNull(address),
  /** What changed: a transaction id, a message hash, or a token. */
  ref: orNull(z.string()),
  block: orNull(z.number()),
})
export type LiveEventData = z.output<typeof liveEventData>
export type LiveEventWire = z.input<typeof liveEventData>

export type LiveEvent = LiveEventData & {
  name: LiveEventName
  /** Repeated as Last-Event-ID it resumes the stream after this event. */
  id: string
}

/** Read with `followLive`. */
export const getLive = defineEndpoint({
  method: 'GET',
  path: '/v1/live',
  summary: 'Stream of changes of up to fifty safes',
  query: z.object({
    safes,
    /** For streams that cannot send the header Last-Event-ID. */
    lastEventId: z.optional(z.string()),
  }),
  /** What is unknown or expired is no error: the stream begins with `reset`. */
  headers: z.object({ 'last-event-id': z.optional(z.string()) }),
  response: liveEventData,
  stream: true,
})
