import { createServer, request as send } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { expectDescribed, findServiceEndpoint } from './describedAnswer.js'

/** A proxy that compares every answer with its description. */
export type Recorder = {
  url: string
  /** What was asked, as `GET /v1/about`, by description. */
  asked: Set<string>
  /** Answers that were not as they are described. */
  faults: string[]
  stop(): Promise<void>
}

export async function startRecorder(target: string): Promise<Recorder> {
  const asked = new Set<string>()
  const faults: string[] = []
  let callers = 0

  const look = (
    call: { method: string; url: string },
    answer: { status: number; text: string },
  ) => {
    const { method, url } = call
    const endpoint = findServiceEndpoint(method, url)
    if (endpoint) asked.add(`${method} ${endpoint.path}`)
    else faults.push(`${method} ${url} is not described.`)
    if (answer.status >= 500)
      faults.push(`${method} ${url}: ${answer.status} ${answer.text}`)
    try {
      expectDescribed(call, answer)
    } catch (error) {
      faults.push(String(error))
    }
  }

  const pass = async (
    call: {
      method: string
      url: string
      headers: NodeJS.Dict<string[] | string>
    },
    body: Buffer,
  ) => {
    // Each call comes from somebody else, so that no limit is met.
    const caller = `10.7.${(callers >> 8) & 255}.${callers++ & 255}`
    const headers = { ...call.headers, 'x-forwarded-for': caller }
    const { method } = call
    const answer = await new Promise<import('node:http').IncomingMessage>(
      (resolve, reject) =>
        send(`${target}${call.url}`, { method, headers }, resolve)
          .on('error', reject)
          .end(body),
    )
    const bytes = await buffer(answer)
    const status = answer.statusCode ?? 0
    look(call, { status, text: bytes.toString() })
    return { status, headers: answer.headers, bytes }
  }

  const server = createServer(async (request, reply) => {
    const { method = 'GET', url = '/', headers } = request
    const made = await pass({ method, url, headers }, await buffer(request))
    reply.writeHead(made.status, made.headers).end(made.bytes)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    asked,
    faults,
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}
