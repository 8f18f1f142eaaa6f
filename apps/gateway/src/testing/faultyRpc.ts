import {
  createServer,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http'
import type { AddressInfo } from 'node:net'

export type RpcRequest = { id: number; method: string; params: unknown[] }

/** What becomes of one request: undefined passes it on. */
export type Fault =
  | { result: unknown }
  | { error: { code: number; message: string } }
  | { change(result: unknown): unknown }
  /** For the whole body it is in. */
  | { status: number; body?: string; headers?: Record<string, string> }
  | 'hang'
  | 'close'

export type FaultyRpc = {
  url: string
  /** Decides on every request from now on. */
  setFault(fault: (request: RpcRequest) => Fault | undefined): void
  /** Sends everything to another node. */
  setTarget(url: string): void
  /** Anyone who asks next has to connect again. */
  dropConnections(): void
  counts: Map<string, number>
  bodies(): number
  stop(): Promise<void>
}

/** As most public nodes do. */
export function refuseTraces({ method }: RpcRequest): Fault | undefined {
  return method.startsWith('debug_') || method.startsWith('trace_')
    ? { error: { code: -32601, message: 'Method not found' } }
    : undefined
}

/** A node that misbehaves on demand, in front of one that does not. */
export async function startFaultyRpc(
  target: string,
  /** Of anyone who is let in: a key may stand in it. */
  { path }: { path?: string } = {},
): Promise<FaultyRpc> {
  let upstream = target
  let decide: (request: RpcRequest) => Fault | undefined = () => undefined
  let bodies = 0
  const counts = new Map<string, number>()

  const server = createServer((request, response) => {
    handle(request, response).catch(() => response.destroy())
  })

  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    if (path !== undefined && request.url !== path) {
      response.writeHead(401).end()
      return
    }
    bodies++
    const body: RpcRequest | RpcRequest[] = JSON.parse(await readAll(request))
    const requests = Array.isArray(body) ? body : [body]
    for (const { method } of requests)
      counts.set(method, (counts.get(method) ?? 0) + 1)
    const faults = requests.map((each) => decide(each))
    if (faults.includes('hang')) return
    if (faults.includes('close')) {
      response.destroy()
      return
    }
    for (const fault of faults)
      if (typeof fault === 'object' && 'status' in fault) {
        response.writeHead(fault.status, fault.headers)
        response.end(fault.body ?? '')
        return
      }
    const passed = requests.filter((_, index) => !isAnswered(faults[index]))
    const answers = passed.length > 0 ? await forward(upstream, passed) : []
    const byId = new Map(answers.map((answer) => [answer.id, answer]))
    const results = requests.map(({ id }, index) => {
      const fault = faults[index]
      const answer = byId.get(id)
      if (typeof fault !== 'object' || 'status' in fault) return answer
      if ('change' in fault)
        return answer && 'result' in answer
          ? { ...answer, result: fault.change(answer.result) }
          : answer
      return { jsonrpc: '2.0', id, ...fault }
    })
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(JSON.stringify(Array.isArray(body) ? results : results[0]))
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    setFault(fault) {
      decide = fault
    },
    setTarget(url) {
      upstream = url
    },
    dropConnections: () => server.closeAllConnections(),
    counts,
    bodies: () => bodies,
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function isAnswered(fault: Fault | undefined): boolean {
  return typeof fault === 'object' && ('result' in fault || 'error' in fault)
}

type Answer = { id: number; result?: unknown }

async function forward(url: string, requests: RpcRequest[]): Promise<Answer[]> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(requests),
  })
  return (await response.json()) as Answer[]
}

async function readAll(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString('utf8')
}
