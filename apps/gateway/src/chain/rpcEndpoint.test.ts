import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createRpcEndpoint, type RpcObserver } from './rpcEndpoint.js'
import { RpcTooFastError, RpcUnavailableError } from './rpcErrors.js'

let server: Server
let url: string
/** What the node says next; else it answers. */
let said: object[]
let status: number

beforeEach(async () => {
  said = []
  status = 200
  server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const body = JSON.parse(Buffer.concat(chunks).toString())
    const answer = (asked: { id: number }) => ({ id: asked.id, result: '0x1' })
    const usual = Array.isArray(body) ? body.map(answer) : answer(body)
    response.writeHead(status, { 'content-type': 'application/json' })
    response.end(JSON.stringify(said.shift() ?? usual))
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  url = `http://127.0.0.1:${port}`
})
afterEach(async () => {
  server.closeAllConnections()
  await new Promise((done) => server.close(done))
})

const tooFast = {
  error: { code: -32_007, message: '5/second request limit reached' },
}
const open = (observe?: RpcObserver) =>
  createRpcEndpoint({ url, timeoutMs: 5_000, observe })
const ask = (rpc: ReturnType<typeof open>, at: number) =>
  rpc.request('eth_getBlockByNumber', [at])

test('a node that asks for patience in its answer gets it', async () => {
  const rpc = open()
  said = [tooFast]
  await expect(ask(rpc, 0)).rejects.toThrow(RpcTooFastError)
  const started = performance.now()
  expect(await ask(rpc, 1)).toBe('0x1')
  expect(performance.now() - started).toBeGreaterThan(900)
})

test('answers without a result keep nobody from asking again', async () => {
  const rpc = open()
  said = [tooFast, ...Array.from({ length: 7 }, () => ({ id: null }))]
  status = 429
  await expect(ask(rpc, 0)).rejects.toThrow(RpcTooFastError)
  status = 200
  for (let at = 1; at <= 7; at++)
    await expect(ask(rpc, at)).rejects.toThrow(RpcUnavailableError)
  expect(await ask(rpc, 8)).toBe('0x1')
}, 30_000)

test('a refused batch is told to anyone who watches, and sent one by one', async () => {
  const failed: string[] = []
  const rpc = open((call) => call.failed && failed.push(call.method))
  said = [{ error: { code: -32_600, message: 'batch requests not supported' } }]
  const calls = ['eth_chainId', 'eth_blockNumber'].map((method) => ({
    ...{ method, params: [] },
  }))
  expect(await rpc.batch(calls)).toEqual([{ result: '0x1' }, { result: '0x1' }])
  expect(failed).toEqual(['eth_chainId', 'eth_blockNumber'])
})
