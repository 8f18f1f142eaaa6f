import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import {
  call,
  createClient,
  GatewayTimeoutError,
  getAppConfig,
} from '@covault/api'
import { http } from 'viem'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { ask } from '../head/ask.js'
import { fetchEarly, nameQuestion } from './early.js'

const url = 'https://gateway.example/v1/x'
const body = JSON.stringify([
  { jsonrpc: '2.0', id: 7, method: 'eth_chainId' },
  { jsonrpc: '2.0', id: 8, method: 'eth_blockNumber' },
])
const asked = vi.fn()

beforeEach(() => {
  asked.mockReset().mockResolvedValue(Response.json('asked'))
  vi.stubGlobal('fetch', asked)
})

afterEach(() => {
  delete window.covaultEarly
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

function answerEarly(name: string, answer: Promise<Response>): void {
  answer.catch(() => undefined)
  window.covaultEarly = new Map([
    [name, { answer, at: undefined, leave: new AbortController() }],
  ])
}

/** What the head script asks of a server that is there. */
async function askEarly(
  listener: RequestListener,
  question: (origin: string) => Parameters<typeof ask>[1],
) {
  vi.unstubAllGlobals()
  const server = createServer(listener)
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  const origin = `http://127.0.0.1:${port}`
  window.covaultEarly = new Map()
  await ask(window.covaultEarly, question(origin))
  return origin
}

test('an answer is taken once, and only for the question it was given to', async () => {
  answerEarly(nameQuestion(url), Promise.resolve(Response.json('early')))
  expect(await (await fetchEarly(`${url}?other`)).json()).toBe('asked')
  expect(await (await fetchEarly(url)).json()).toBe('early')
  asked.mockResolvedValue(Response.json('asked'))
  expect(await (await fetchEarly(url)).json()).toBe('asked')
  expect(asked).toHaveBeenCalledTimes(2)
})

test('numbered calls get their own numbers back, whatever the order', async () => {
  const numbered = body.replace('7', '0').replace('8', '1')
  answerEarly(
    nameQuestion(url, numbered),
    Promise.resolve(
      Response.json([
        { jsonrpc: '2.0', id: 1, result: '0x5' },
        { jsonrpc: '2.0', id: 0, result: '0x7a69' },
      ]),
    ),
  )
  const answer = await fetchEarly(url, { method: 'POST', body })
  expect(await answer.json()).toEqual([
    { jsonrpc: '2.0', id: 8, result: '0x5' },
    { jsonrpc: '2.0', id: 7, result: '0x7a69' },
  ])
  expect(asked).not.toHaveBeenCalled()
})

test('an answer that is no list is handed on as it is', async () => {
  const refusal = { jsonrpc: '2.0', id: null, error: { code: -32600 } }
  const numbered = body.replace('7', '0').replace('8', '1')
  answerEarly(
    nameQuestion(url, numbered),
    Promise.resolve(Response.json(refusal)),
  )
  const answer = await fetchEarly(url, { method: 'POST', body })
  expect(await answer.json()).toEqual(refusal)
})

test.each([
  ['nobody answered', () => Promise.reject(new TypeError('Failed to fetch'))],
  ['it was refused', () => Promise.resolve(new Response('', { status: 503 }))],
])('is asked again where %s', async (_, answer) => {
  answerEarly(nameQuestion(url), answer())
  expect(await (await fetchEarly(url)).json()).toBe('asked')
})

test('anyone who gives up is not kept waiting', async () => {
  asked.mockImplementation(
    (_, { signal }: RequestInit) =>
      new Promise((_, reject) => {
        const end = () => reject(new DOMException('Aborted', 'AbortError'))
        if (signal?.aborted) end()
        signal?.addEventListener('abort', end)
      }),
  )
  window.covaultEarly = new Map()
  void ask(window.covaultEarly, { url })
  const leave = new AbortController()
  const answer = fetchEarly(url, { signal: leave.signal })
  leave.abort()
  await expect(answer).rejects.toThrow('Aborted')
})

test('a gateway that stalls in its answer costs no longer than any other', async () => {
  const baseUrl = await askEarly(
    (_, reply) => {
      reply.setHeader('content-type', 'application/json')
      reply.write('{')
    },
    (origin) => ({ url: `${origin}/app-config` }),
  )
  const patient = { timeout: 200, retryLimit: 0, fetch: fetchEarly }
  const client = createClient({ baseUrl, ...patient })
  await expect(call(client, getAppConfig)).rejects.toThrow(GatewayTimeoutError)
  expect(window.covaultEarly?.size).toBe(0)
})

test('an RPC endpoint that stalls in its answer keeps nobody, either', async () => {
  const endpoint = await askEarly(
    (_, reply) => {
      reply.setHeader('content-type', 'application/json')
      reply.write('[')
    },
    (origin) => ({ url: origin, body }),
  )
  const signal = AbortSignal.timeout(200)
  await expect(
    fetchEarly(endpoint, { method: 'POST', body, signal }),
  ).rejects.toThrow(/abort/)
})

test('an RPC endpoint that goes on and on is refused as one that is asked later', async () => {
  const part = ' '.repeat(1_000_000)
  const endpoint = await askEarly(
    (_, reply) => {
      const write = () => {
        while (!reply.destroyed && reply.write(part));
      }
      reply.setHeader('content-type', 'application/json')
      reply.on('drain', write)
      write()
    },
    (origin) => ({
      url: origin,
      body: '[{"jsonrpc":"2.0","id":0,"method":"eth_chainId"}]',
    }),
  )
  const { request } = http(endpoint, {
    batch: true,
    retryCount: 0,
    fetchFn: fetchEarly,
  })({})
  await expect(request({ method: 'eth_chainId' })).rejects.toThrow(
    'exceeded the size limit',
  )
  expect(window.covaultEarly?.size).toBe(0)
})

test.each([
  ['what lay there for a minute is asked again', 60_000, 'asked'],
  ['what came late is taken', 1_000, 'early'],
])('%s', async (_, later, expected) => {
  const now = vi.spyOn(performance, 'now').mockReturnValue(60_000)
  asked.mockResolvedValueOnce(Response.json('early'))
  window.covaultEarly = new Map()
  await ask(window.covaultEarly, { url })
  now.mockReturnValue(60_000 + later)
  expect(await (await fetchEarly(url)).json()).toBe(expected)
})
