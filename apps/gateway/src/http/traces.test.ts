import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { fastify } from 'fastify'
import { expect, test } from 'vitest'
import { silent } from '../testing/silent.js'
import { createTraces } from './traces.js'

type Span = {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  status: { code: number }
}

async function startCollector() {
  const spans: Span[] = []
  const keys: unknown[] = []
  const server = createServer(async (request, reply) => {
    keys.push(request.headers['api-key'])
    const body = (await json(request)) as {
      resourceSpans: { scopeSpans: { spans: Span[] }[] }[]
    }
    for (const { scopeSpans } of body.resourceSpans)
      spans.push(...scopeSpans.flatMap((each) => each.spans))
    reply.end('{}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const stop = () => new Promise((resolve) => server.close(resolve))
  return { spans, keys, url: `http://127.0.0.1:${port}/v1/traces`, stop }
}

test('tells a collector of requests and of what nodes were asked for them', async () => {
  const collector = await startCollector()
  const traces = createTraces({ url: collector.url, log: silent })
  const ask = traces.observeRpc(1)
  const app = fastify()
  traces.addTo(app)
  app.get('/safes/:address', async (_request, reply) => {
    await delay(5)
    ask({ method: 'eth_call', seconds: 0.004, failed: false })
    return reply.code(503).send({})
  })
  await Promise.all([app.inject('/safes/0xabc'), app.inject('/safes/0xdef')])
  ask({ method: 'eth_blockNumber', seconds: 0.001, failed: true })
  await traces.stop()
  await app.close()
  await collector.stop()
  const { spans } = collector
  const answers = spans.filter(({ name }) => name === 'GET /safes/:address')
  expect(answers).toHaveLength(2)
  for (const { traceId, spanId, status } of answers) {
    expect(status.code).toBe(2)
    expect(spans).toContainEqual(
      expect.objectContaining({
        name: 'eth_call',
        traceId,
        parentSpanId: spanId,
      }),
    )
  }
  const own = spans.find(({ name }) => name === 'eth_blockNumber')
  expect(own?.parentSpanId).toBeUndefined()
  expect(JSON.stringify(spans)).not.toContain('0xabc')
})

test('sends a collector the headers that it wants', async () => {
  const { url, keys, stop } = await startCollector()
  const headers = { 'api-key': 'of the collector' }
  const traces = createTraces({ url, headers, log: silent })
  traces.observeRpc(1)({ method: 'eth_call', seconds: 1, failed: false })
  await traces.stop()
  await stop()
  expect(keys).toEqual(['of the collector'])
})

test('goes on when the collector is away', async () => {
  const traces = createTraces({ url: 'http://127.0.0.1:1/', log: silent })
  traces.observeRpc(1)({ method: 'eth_call', seconds: 1, failed: false })
  await traces.stop()
})
