import { createHmac } from 'node:crypto'
import {
  FetchRefusedError,
  openPinned,
  parseUrl,
  type Reach,
  withinTime,
} from '../chain/pinnedRequest.js'
import type { Outcome } from './outcome.js'

/** However much patience is asked for. */
const longestWaitMs = 3_600_000

/**
 * Posts once. Nothing of an answer is read but its status, and a redirect is a
 * failure: a receiver cannot send us elsewhere.
 */
export async function sendWebhook(
  message: { url: string; body: string; headers: Record<string, string> },
  options: Reach & { timeoutMs: number },
): Promise<Outcome> {
  try {
    return await withinTime(options.timeoutMs, async (signal) => {
      const response = await openPinned(parseUrl(message.url), {
        ...options,
        signal,
        method: 'POST',
        headers: {
          ...message.headers,
          'content-type': 'application/json',
          'content-length': String(Buffer.byteLength(message.body)),
        },
        body: message.body,
      })
      const { statusCode = 0, headers } = response
      response.destroy()
      return judge(statusCode, headers['retry-after'])
    })
  } catch (error) {
    if (!(error instanceof FetchRefusedError)) throw error
    return { sent: false, problem: error.message }
  }
}

function judge(status: number, retryAfter: string | undefined): Outcome {
  if (status >= 200 && status < 300) return { sent: true }
  if (status >= 300 && status < 400)
    return {
      sent: false,
      problem: `The receiver redirected with status ${status}. Redirects are not followed.`,
    }
  const problem = `The receiver answered with status ${status}.`
  // It says that it is not coming back.
  if (status === 410) return { sent: false, problem, isFinal: true }
  const seconds = Number(retryAfter)
  if (!(seconds > 0)) return { sent: false, problem }
  return {
    sent: false,
    problem,
    waitMs: Math.min(1000 * seconds, longestWaitMs),
  }
}

/** The headers of Standard Webhooks, by which a receiver knows who sends. */
export function signEvent(
  message: { id: string; body: string; secret: string },
  now: Date,
): Record<string, string> {
  const { id, body, secret } = message
  const timestamp = String(Math.floor(now.getTime() / 1000))
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  const signature = createHmac('sha256', key)
    .update(`${id}.${timestamp}.${body}`)
    .digest('base64')
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${signature}`,
  }
}
