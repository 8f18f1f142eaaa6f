import { type AppRequest, readAppRequest } from './appMessage.js'
import { isWord } from './word.js'

/** What of a `message` event counts. */
export type Incoming = { source: unknown; origin: string; data: unknown }

/** The one window and the one origin that are listened to. */
export type Sender = { window: unknown; origin: string }

export type Judgement =
  /** Not from the app, or no request: nobody gets an answer. */
  | { kind: 'ignored' }
  /** From the app, but not to be answered; it is told why. */
  | { kind: 'refused'; request: AppRequest; reason: string }
  | { kind: 'request'; request: AppRequest }

/** Characters and parts of one message; a contract's code is far below. */
export const largestMessage = 1_000_000

/** As many requests at once, and as many more each second. */
export const burst = 200
export const perSecond = 100

/** Requests of older versions look otherwise. */
const oldestMajor = 6

/**
 * Decides about every message that reaches the window. Size is measured and
 * requests are counted before anything of a message is read.
 */
export function createGate(now: () => number = () => performance.now()) {
  let left = burst
  let since = now()
  const take = (): boolean => {
    const time = now()
    left = Math.min(burst, left + ((time - since) / 1000) * perSecond)
    since = time
    if (left < 1) return false
    left -= 1
    return true
  }
  return {
    judge(message: Incoming, sender: Sender): Judgement {
      if (!isFrom(message, sender)) return { kind: 'ignored' }
      const isInTime = take()
      const isSmall = fits(message.data, largestMessage)
      const request = readAppRequest(
        isSmall ? message.data : withoutParameters(message.data),
      )
      if (!request) return { kind: 'ignored' }
      const reason = findReason({ request, isInTime, isSmall })
      return reason === undefined
        ? { kind: 'request', request }
        : { kind: 'refused', request, reason }
    },
  }
}

/** A frame that was led elsewhere is the same window with another origin. */
function isFrom({ source, origin }: Incoming, sender: Sender): boolean {
  const isKnown = sender.window !== null && sender.window !== undefined
  return isKnown && source === sender.window && origin === sender.origin
}

function findReason({
  request,
  isInTime,
  isSmall,
}: {
  request: AppRequest
  isInTime: boolean
  isSmall: boolean
}): string | undefined {
  if (!isInTime)
    return `Too many requests. The limit is ${perSecond} per second.`
  if (!isSmall)
    return `The request is too large. The limit is ${largestMessage} characters.`
  if (Number.parseInt(request.sdkVersion, 10) < oldestMajor)
    return `Version ${request.sdkVersion} of the Safe Apps SDK isn’t supported. Use version ${oldestMajor} or later.`
  return undefined
}

function withoutParameters(data: unknown): unknown {
  if (typeof data !== 'object' || data === null) return undefined
  const { id, method, env } = data as Record<string, unknown>
  return { id, method, env }
}

/**
 * Walks no further than the budget, so that what is large or turns in circles
 * costs no more than what is allowed.
 */
function fits(data: unknown, budget: number): boolean {
  let left = budget
  const open: unknown[] = [data]
  while (open.length > 0) {
    const value = open.pop()
    left -= typeof value === 'string' ? value.length + 1 : 1
    if (left < 0) return false
    if (typeof value === 'bigint' && !isWord(value)) return false
    if (typeof value !== 'object' || value === null) continue
    // Nothing of the SDK is binary: it is not looked into.
    if (ArrayBuffer.isView(value) || value instanceof ArrayBuffer) return false
    for (const [key, part] of Object.entries(value)) {
      left -= key.length
      if (left < 0) return false
      open.push(part)
    }
  }
  return true
}
