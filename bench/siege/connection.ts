import { Agent, request } from 'node:http'
import type { Ask } from './target.js'

/** Longer than the gateway gives itself. */
const patienceMs = 40_000

export type Connection = {
  /** The status, or the word for what came instead of an answer. */
  send(ask: Ask): Promise<{ status: string; bytes: number }>
  close(): void
}

/** One connection of a stranger, kept open from one request to the next. */
export function openConnection(parameters: {
  url: string
  /** As the proxy in front would tell. */
  caller: string
}): Connection {
  const { hostname, port } = new URL(parameters.url)
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  return {
    send: ({ method = 'GET', path, headers, body }) =>
      new Promise((resolve) => {
        let bytes = 0
        const asked = request(
          {
            ...{ agent, hostname, port, method, path, timeout: patienceMs },
            headers: { 'x-forwarded-for': parameters.caller, ...headers },
          },
          (reply) => {
            reply
              .on('data', (chunk: Buffer) => {
                bytes += chunk.length
              })
              .once('end', () =>
                resolve({ status: String(reply.statusCode), bytes }),
              )
              .once('error', () => resolve({ status: 'cut off', bytes }))
          },
        )
        asked.once('timeout', () => {
          resolve({ status: 'no answer', bytes })
          asked.destroy()
        })
        asked.once('error', () => resolve({ status: 'cut off', bytes }))
        asked.end(body)
      }),
    close: () => agent.destroy(),
  }
}
