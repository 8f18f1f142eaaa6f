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
      // Who practised without a gateway has executed others in their place.
      const place = `/v1/chains/${chainId}/safes/${safe}`
      const { currentNonce } = await get(url, `${place}/nonces`)
      if (Number(body.nonce) < currentNonce) return
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

async function get(
  url: string,
  path: string,
): Promise<{ currentNonce: number }> {
  const reply = await ask(url, path, { method: 'GET' })
  return (await reply.json()) as { currentNonce: number }
}

async function post(url: string, path: string, body: object): Promise<void> {
  await ask(url, path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
}

async function ask(
  url: string,
  path: string,
  init: RequestInit & { method: string },
  until = Date.now() + patienceMs,
): Promise<Response> {
  const reply = await fetch(`${url}${path}`, init)
  if (reply.ok) return reply
  const seconds = Number(reply.headers.get('retry-after') ?? 0)
  if (seconds > 0 && Date.now() < until) {
    await delay(1000 * seconds)
    return ask(url, path, init, until)
  }
  throw new RefusedByGatewayError({
    request: `${init.method} ${path}`,
    status: reply.status,
    answer: await reply.text(),
  })
}

export class RefusedByGatewayError extends BaseError {
  override name = 'RefusedByGatewayError'

  constructor(parameters: { request: string; status: number; answer: string }) {
    const { request, status, answer } = parameters
    super(`The gateway answered ${request} with ${status}: ${answer}`)
  }
}
