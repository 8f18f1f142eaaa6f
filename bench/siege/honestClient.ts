import type { LocalAccount } from 'viem'
import { createSiweMessage } from 'viem/siwe'

/** One request of the honest owner. */
export type Timing = {
  what: string
  milliseconds: number
  /** Why it was refused; undefined: it was not. */
  refusal: string | undefined
}

export type HonestClient = {
  timings: Timing[]
  signIn(account: LocalAccount): Promise<void>
  /** What was answered; undefined when it was refused. */
  get(what: string, path: string): Promise<unknown>
  post(what: string, path: string, body: object): Promise<unknown>
  /** An answer that came and was wrong. */
  complain(what: string, refusal: string): void
}

/** Longer than the gateway gives itself. */
const patienceMs = 40_000

/** Times every request; the address is one of those for documentation. */
export function createHonestClient(url: string): HonestClient {
  const timings: Timing[] = []
  const headers: Record<string, string> = { 'x-forwarded-for': '203.0.113.7' }

  const send = async (what: string, path: string, init: RequestInit = {}) => {
    const began = performance.now()
    const { answer, refusal } = await ask(`${url}${path}`, {
      ...init,
      headers: { ...headers, ...init.headers },
    })
    timings.push({ what, milliseconds: performance.now() - began, refusal })
    return answer
  }
  const post = (what: string, path: string, body: object) =>
    send(what, path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })

  return {
    timings,
    get: (what, path) => send(what, path),
    post,
    complain: (what, refusal) =>
      timings.push({ what, milliseconds: 0, refusal }),
    async signIn(account) {
      const { nonce } = (await send('sign in', '/v1/auth/nonce')) as {
        nonce: string
      }
      const message = createSiweMessage({
        address: account.address,
        chainId: 31337,
        domain: new URL(url).host,
        uri: `${url}/`,
        nonce,
        version: '1',
      })
      const reply = await fetch(`${url}/v1/auth/verify`, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify({
          message,
          signature: await account.signMessage({ message }),
        }),
      })
      const [cookie] = reply.headers.getSetCookie()
      if (!cookie) throw new Error(`The sign-in was answered ${reply.status}.`)
      headers.cookie = cookie.split(';')[0] ?? ''
    },
  }
}

type Answer = { answer: unknown; refusal: string | undefined }

async function ask(url: string, init: RequestInit): Promise<Answer> {
  try {
    const signal = AbortSignal.timeout(patienceMs)
    const reply = await fetch(url, { ...init, signal })
    const text = await reply.text()
    if (!reply.ok)
      return {
        answer: undefined,
        refusal: `${reply.status} ${text.slice(0, 200)}`,
      }
    const isJson = reply.headers.get('content-type')?.includes('json')
    return {
      answer: isJson && text !== '' ? JSON.parse(text) : text,
      refusal: undefined,
    }
  } catch (error) {
    return { answer: undefined, refusal: String(error) }
  }
}
