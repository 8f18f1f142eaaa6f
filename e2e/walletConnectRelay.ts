import { generateKeyPairSync, sign } from 'node:crypto'
import type { Page, Route, WebSocketRoute } from '@playwright/test'

type Subscriber = { socket: WebSocketRoute; id: string }
type Published = { topic: string; message: string; attestation?: string }

/**
 * A relay of WalletConnect in this process: anyone who connects to the public
 * one from a routed page reaches this one. It keeps what nobody was there for.
 */
export function createRelay() {
  const subscribers = new Map<string, Subscriber[]>()
  const mailbox = new Map<string, { from: WebSocketRoute; of: Published }[]>()
  let lastId = Date.now()
  const deliver = ({ socket, id }: Subscriber, of: Published) => {
    lastId += 1
    const data = { ...of, publishedAt: Date.now(), tag: 0 }
    socket.send(
      JSON.stringify({
        id: lastId,
        jsonrpc: '2.0',
        method: 'irn_subscription',
        params: { id, data },
      }),
    )
  }
  const subscribe = (socket: WebSocketRoute, topic: string): string => {
    lastId += 1
    const subscriber = { socket, id: lastId.toString(16) }
    subscribers.set(topic, [...(subscribers.get(topic) ?? []), subscriber])
    // After the answer to the subscription itself.
    setTimeout(() => {
      for (const { from, of } of mailbox.get(topic) ?? [])
        if (from !== socket) deliver(subscriber, of)
    })
    return subscriber.id
  }
  const publish = (from: WebSocketRoute, of: Published) => {
    mailbox.set(of.topic, [...(mailbox.get(of.topic) ?? []), { from, of }])
    for (const subscriber of subscribers.get(of.topic) ?? [])
      if (subscriber.socket !== from) deliver(subscriber, of)
    return true
  }
  const answer = (
    socket: WebSocketRoute,
    method: string,
    params: Published & { topics: string[] },
  ): unknown => {
    if (method === 'irn_publish') {
      const { topic, message, attestation } = params
      return publish(socket, {
        ...{ topic, message },
        ...(attestation !== undefined && { attestation }),
      })
    }
    if (method === 'irn_subscribe') return subscribe(socket, params.topic)
    if (method === 'irn_batchSubscribe')
      return params.topics.map((topic) => subscribe(socket, topic))
    if (/etchMessages$/.test(method)) return { messages: [], hasMore: false }
    return true
  }
  return {
    async serve(page: Page): Promise<void> {
      await page.routeWebSocket(/relay\.walletconnect\.org/, (socket) => {
        socket.onMessage((text) => {
          const { id, method, params } = JSON.parse(String(text))
          // Without a method it is the receipt for a delivery.
          if (typeof method !== 'string') return
          const result = answer(socket, method, params)
          socket.send(JSON.stringify({ id, jsonrpc: '2.0', result }))
        })
      })
    },
  }
}

/** Who vouches for the origins of dapps, with a key of its own. */
export function createVerifier() {
  const { privateKey, publicKey } = generateKeyPairSync('ec', {
    namedCurve: 'P-256',
  })
  const encode = (value: unknown) =>
    Buffer.from(JSON.stringify(value)).toString('base64url')
  const attest = (claims: Record<string, unknown>): string => {
    const content = `${encode({ alg: 'ES256', typ: 'JWT' })}.${encode(claims)}`
    const signature = sign('sha256', Buffer.from(content), {
      key: privateKey,
      dsaEncoding: 'ieee-p1363',
    })
    return `${content}.${signature.toString('base64url')}`
  }
  const verdict = { origin: 'https://dapp.example', isScam: false }
  return {
    /** What is said of the next request of a dapp. */
    verdict,
    /** The frame in the dapp asks for an attestation, the wallet for the key. */
    async answer(route: Route): Promise<void> {
      const { pathname, searchParams } = new URL(route.request().url())
      if (pathname.endsWith('/public-key')) {
        const expiresAt = Math.floor(Date.now() / 1000) + 3600
        const json = {
          publicKey: publicKey.export({ format: 'jwk' }),
          expiresAt,
        }
        const headers = { 'access-control-allow-origin': '*' }
        return route.fulfill({ json, headers })
      }
      const attestation = attest({
        ...verdict,
        id: searchParams.get('id'),
        isVerified: true,
        exp: Math.floor(Date.now() / 1000) + 3600,
      })
      const message = JSON.stringify({
        type: 'verify_attestation',
        attestation,
      })
      return route.fulfill({
        contentType: 'text/html',
        body: `<script>parent.postMessage(${JSON.stringify(message)}, '*')</script>`,
      })
    },
  }
}
