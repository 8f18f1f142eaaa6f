import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

export type RpcRequest = {
  id: number | string | null
  method: string
  params: unknown[]
}

export type RpcAnswer = {
  result?: unknown
  error?: { code: number; message: string }
}

/** What is sent back for a whole body. */
export type RpcReply = {
  status?: number
  headers?: Record<string, string>
  json: unknown
}

export type RpcServer = { url: string; stop(): Promise<void> }

/** A JSON-RPC server on the loopback interface. */
export async function startRpcServer(
  handle: (body: RpcRequest | RpcRequest[]) => Promise<RpcReply>,
): Promise<RpcServer> {
  const server = createServer((request, response) => {
    readBody(request)
      .then(handle)
      .then(({ status = 200, headers, json }) => {
        response.writeHead(status, {
          'content-type': 'application/json',
          ...headers,
        })
        response.end(JSON.stringify(json))
      })
      .catch(() => response.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** Asks another server; answers stand in the order of the questions. */
export async function askAll(
  url: string,
  requests: readonly Pick<RpcRequest, 'method' | 'params'>[],
): Promise<RpcAnswer[]> {
  if (requests.length === 0) return []
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(
      requests.map(({ method, params }, id) => ({
        jsonrpc: '2.0',
        id,
        method,
        params,
      })),
    ),
  })
  const answers = (await response.json()) as (RpcAnswer & { id: number })[]
  const byId = new Map(answers.map((answer) => [answer.id, answer]))
  return requests.map((_, id) => {
    const { result, error } = byId.get(id) ?? {}
    return error ? { error } : { result }
  })
}

async function readBody(
  request: IncomingMessage,
): Promise<RpcRequest | RpcRequest[]> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return JSON.parse(Buffer.concat(chunks).toString('utf8'))
}
