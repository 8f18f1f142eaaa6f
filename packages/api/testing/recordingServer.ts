import { once } from 'node:events'
import {
  createServer,
  type IncomingHttpHeaders,
  type ServerResponse,
} from 'node:http'
import type { AddressInfo } from 'node:net'

export type RecordedRequest = {
  /** Method and target, as on the request line. */
  line: string
  headers: IncomingHttpHeaders
  body: string
}

export type Answer = (response: ServerResponse, attempt: number) => void

/** A real server on loopback that keeps every request it gets. */
export async function startRecordingServer() {
  const requests: RecordedRequest[] = []
  let answer: Answer = (response) => response.end('{}')
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    requests.push({
      line: `${request.method} ${request.url}`,
      headers: request.headers,
      body: Buffer.concat(chunks).toString(),
    })
    answer(response, requests.length)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    /** Forgets what was recorded and answers this way from now on. */
    answerWith: (next: Answer) => {
      requests.length = 0
      answer = next
    },
    stop: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

export type RecordingServer = Awaited<ReturnType<typeof startRecordingServer>>

export function json(body: unknown, status = 200): Answer {
  return (response) => {
    response.writeHead(status, { 'content-type': 'application/json' })
    response.end(JSON.stringify(body))
  }
}

export function text(body: string, status = 200): Answer {
  return (response) => {
    response.writeHead(status, { 'content-type': 'text/plain' })
    response.end(body)
  }
}

/** `content-length: 0`, as a handler that returns nothing answers. */
export function empty(status = 200): Answer {
  return (response) => {
    response.writeHead(status, { 'content-length': '0' })
    response.end()
  }
}

/** Promises more than it sends, then hangs up. */
export function truncated(body: string): Answer {
  return (response) => {
    response.writeHead(200, { 'content-length': String(body.length + 100) })
    response.write(body, () => response.destroy())
  }
}

/** Sends a few bytes at a time, cutting characters in the middle. */
export function trickling(body: string, status = 200): Answer {
  const bytes = Buffer.from(body)
  const size = Math.max(1, Math.ceil(bytes.length / 7))
  return async (response) => {
    response.writeHead(status, { 'content-type': 'application/json' })
    for (let at = 0; at < bytes.length; at += size) {
      response.write(bytes.subarray(at, at + size))
      await new Promise((resolve) => setTimeout(resolve, 2))
    }
    response.end()
  }
}

/** Sends until the other side hangs up. */
export function endless(status = 200): Answer {
  const chunk = `"${'a'.repeat(64 * 1024)}",`
  return (response) => {
    response.writeHead(status, { 'content-type': 'application/json' })
    response.write('[')
    const send = () => {
      while (!response.destroyed) if (!response.write(chunk)) break
    }
    response.on('drain', send)
    send()
  }
}

/** Never answers. */
export function silent(): Answer {
  return () => undefined
}
