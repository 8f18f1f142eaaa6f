import { setTimeout as delay } from 'node:timers/promises'
import { BaseError } from '@covault/protocol'
import type { OffChainPart } from './scenarios/offChainPart.js'
import { signDelegate } from './scenarios/offChainPart.js'

/**
 * Tells a gateway what people of the demo world told it, through the routes
 * that everybody uses. Doing it twice adds nothing.
 */
export async function playOffChainPart(
  { delegates, proposals, messages }: OffChainPart,
  { url }: { url: string },
): Promise<void> {
  // Some proposals are theirs.
  await Promise.all(
    delegates.map(async (entry) => {
      const unixSeconds = Math.floor(Date.now() / 1000)
      const signature = await signDelegate(entry, { unixSeconds })
      const path = `/v2/chains/${entry.chainId}/delegates`
      await post(url, path, { ...entry.body, signature })
    }),
  )
  await Promise.all([
    ...proposals.map(async ({ chainId, safe, body, confirmations }) => {
      const transactions = `/v1/chains/${chainId}/transactions`
      await post(url, `${transactions}/${safe}/propose`, body)
      for (const { signature } of confirmations)
        await post(url, `${transactions}/${body.safeTxHash}/confirmations`, {
          signature,
        })
    }),
    ...messages.map(async (entry) => {
      const { chainId, safe, messageHash, body, confirmations } = entry
      const chain = `/v1/chains/${chainId}`
      await post(url, `${chain}/safes/${safe}/messages`, body)
      for (const { signature } of confirmations)
        await post(url, `${chain}/messages/${messageHash}/signatures`, {
          signature,
        })
    }),
  ])
}

/** A busy machine may need a while, and the gateway says when to ask again. */
const patienceMs = 90_000

async function post(
  url: string,
  path: string,
  body: object,
  until = Date.now() + patienceMs,
): Promise<void> {
  const reply = await fetch(`${url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (reply.ok) return
  const seconds = Number(reply.headers.get('retry-after') ?? 0)
  if (seconds > 0 && Date.now() < until) {
    await delay(1000 * seconds)
    return post(url, path, body, until)
  }
  throw new RefusedByGatewayError({
    path,
    status: reply.status,
    answer: await reply.text(),
  })
}

export class RefusedByGatewayError extends BaseError {
  override name = 'RefusedByGatewayError'

  constructor(parameters: { path: string; status: number; answer: string }) {
    const { path, status, answer } = parameters
    super(`The gateway answered POST ${path} with ${status}: ${answer}`)
  }
}
