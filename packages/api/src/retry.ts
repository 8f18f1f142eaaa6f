import {
  GatewayReplyError,
  InvalidContentError,
  isUnanswered,
} from './errors.js'

const firstDelay = 250
const longestDelay = 30_000

/**
 * How long to wait after `failures` failed attempts: doubling from 250 ms to
 * 30 s, of which a random half is taken off so that many clients that failed
 * together do not come back together.
 */
export function backOff(failures: number, random: number): number {
  const delay = Math.min(firstDelay * 2 ** (failures - 1), longestDelay)
  return delay / 2 + (delay / 2) * random
}

/** Whether the same request may succeed later: nothing was said about it. */
export function mayRecover(error: unknown): boolean {
  const hasStatus =
    error instanceof GatewayReplyError || error instanceof InvalidContentError
  return hasStatus
    ? error.status >= 500 || error.status === 429
    : isUnanswered(error)
}

/** A date of RFC 9110, section 5.6.7, in any of its three forms. */
const httpDate = /^[A-Z][a-z]+,? [\w -]+ \d\d:\d\d:\d\d (?:GMT|\d{4})$/

/** Milliseconds of a Retry-After header, which is seconds or a date. */
export function readRetryAfter(
  header: string | null,
  now: number,
): number | undefined {
  if (header === null) return undefined
  if (/^[0-9]+$/.test(header)) return Number(header) * 1000
  // Date.parse takes nearly anything for a date, and the form that names no
  // zone for a local one.
  if (!httpDate.test(header)) return undefined
  const date = Date.parse(`${header.replace(/ GMT$/, '')} GMT`)
  return Number.isNaN(date) ? undefined : Math.max(0, date - now)
}
