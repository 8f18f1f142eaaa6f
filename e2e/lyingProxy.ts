import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A path of the gateway without its query, or a call of a node. */
export type Question = { path: string; method: string; params: unknown }

export type LyingProxy = {
  url: string
  /** Sees every answer and says what is told instead of it. */
  change: (question: Question, answer: unknown) => unknown
  /** Milliseconds that every answer takes longer. */
  delay: number
  /** What the gateway answered in truth, by the path without its query. */
  truths: ReadonlyMap<string, unknown>
  close(): Promise<void>
}

/**
 * Stands before a gateway or a node and repeats what that says, but for what
 * `change` makes of it. With `isFrozen` the world stands still: the same
 * question has the same answer, however often it is asked.
 */
export async function startLyingProxy({
  target,
  isFrozen = false,
  headers = {},
}: {
  target: string
  isFrozen?: boolean
  /** What the gateway is asked with, no matter who asks. */
  headers?: Record<string, string>
}): Promise<LyingProxy> {
  const known = new Map<string, Promise<Truth>>()
  const truths = new Map<string, unknown>()
  const ask = (path: string, body: unknown): Promise<Truth> => {
    const key = JSON.stringify([path, body])
    const truth =
      (isFrozen && known.get(key)) || fetchTruth(target + path, body, headers)
    known.set(key, truth)
    return truth
  }
  const server = createServer(async (request, response) => {
    const path = request.url ?? '/'
    const origin = request.headers.origin ?? '*'
    response.setHeader('access-control-allow-origin', origin)
    response.setHeader('access-control-allow-headers', '*, content-type')
    if (request.method === 'OPTIONS') {
      response.end()
      return
    }
    try {
      const text = await readBody(request)
      const { status, answer } = text
        ? await answerNode(path, JSON.parse(text))
        : await answerGateway(path)
      if (proxy.delay > 0)
        await new Promise((resolve) => setTimeout(resolve, proxy.delay))
      response.writeHead(status, { 'content-type': 'application/json' })
      response.end(JSON.stringify(answer))
    } catch (error) {
      response.writeHead(502).end(String(error))
    }
  })

  async function answerGateway(path: string): Promise<Truth> {
    const { status, answer } = await ask(path, undefined)
    const [pathname = path] = path.split('?')
    truths.set(pathname, answer)
    if (/\/transactions\/details$/.test(pathname))
      return { status, answer: changeEach(pathname, answer as Details) }
    return { status, answer: change(pathname, answer) }
  }

  function change(path: string, answer: unknown): unknown {
    const told = { path, method: 'GET', params: undefined }
    return proxy.change(told, structuredClone(answer))
  }

  /** Who lies about one lies about it also where it is told with others. */
  function changeEach(path: string, { results = [] }: Details): Details {
    const chain = path.replace(/\/safes\/.*/, '')
    return {
      results: results.map((one) => {
        const own = `${chain}/transactions/${one.txId}`
        truths.set(own, one)
        return change(own, one) as { txId: string }
      }),
    }
  }

  async function answerNode(path: string, body: Call | Call[]): Promise<Truth> {
    if (Array.isArray(body)) {
      const all = await Promise.all(body.map((one) => answerCall(path, one)))
      return { status: 200, answer: all }
    }
    return { status: 200, answer: await answerCall(path, body) }
  }

  async function answerCall(path: string, { id, method, params }: Call) {
    const { answer } = await ask(path, { method, params })
    const { result, ...rest } = answer as { result?: unknown }
    if (result === undefined) return { ...rest, id }
    const told = { path, method, params }
    return { jsonrpc: '2.0', id, result: proxy.change(told, result) }
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const proxy: LyingProxy = {
    url: `http://127.0.0.1:${port}`,
    change: (_question, answer) => answer,
    delay: 0,
    truths,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
  return proxy
}

/** What several transactions are asked for by. */
type Details = { results?: { txId: string }[] }

type Truth = { status: number; answer: unknown }

type Call = { id: unknown; method: string; params: unknown }

async function fetchTruth(
  url: string,
  call: unknown,
  headers: Record<string, string>,
): Promise<Truth> {
  const reply = await fetch(
    url,
    call === undefined
      ? { headers }
      : {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ jsonrpc: '2.0', id: 1, ...Object(call) }),
        },
  )
  return { status: reply.status, answer: await reply.json() }
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks).toString('utf8')
}
