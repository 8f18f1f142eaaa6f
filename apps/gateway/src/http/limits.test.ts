import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyServerOptions,
  fastify,
  type InjectOptions,
} from 'fastify'
import { pino } from 'pino'
import { zeroAddress } from 'viem'
import { afterEach, expect, test } from 'vitest'
import type { AccessConfig } from '../accessConfig.js'
import { createAllowances } from '../allowances.js'
import { createBuckets, makeOwnBuckets } from '../buckets.js'
import { defaultAccess } from '../testing/defaultAccess.js'
import { silent } from '../testing/silent.js'
import { addCors } from './cors.js'
import { errorHandler, notFoundHandler } from './errorHandler.js'
import { addLimits, getServerOptions } from './limits.js'
import { addRateLimits, toNetwork } from './rateLimits.js'

const apps: FastifyInstance[] = []
afterEach(async () => {
  for (const app of apps.splice(0)) await app.close()
})

/** The rules of the gateway around routes that tell what reached them. */
function create(
  access: Partial<AccessConfig> = {},
  log: FastifyBaseLogger = silent,
  options: FastifyServerOptions = {},
): FastifyInstance {
  const config = { ...defaultAccess, ...access }
  const app = fastify({
    ...getServerOptions(config),
    ...options,
    loggerInstance: log,
  })
  app.setErrorHandler(errorHandler)
  app.setNotFoundHandler(notFoundHandler)
  addLimits(app)
  addCors(app, config)
  addRateLimits(app, config, makeOwnBuckets)
  app.get('/v1/seen', async ({ ip, protocol, host }) => ({
    ip,
    protocol,
    host,
  }))
  app.post('/v1/echo', async ({ body }) => ({ body }))
  app.post(
    '/v1/chains/:chainId/transactions/:safe_address/propose',
    async () => 'ok',
  )
  app.get('/v1/broken', async () => {
    throw new Error('a secret inside')
  })
  apps.push(app)
  return app
}

/** The failures that are logged. */
function record() {
  const lines: string[] = []
  const write = (line: string) => {
    if (line.includes('failed')) lines.push(line)
  }
  return { log: pino({}, { write }), lines }
}

const json = { 'content-type': 'application/json' }

test('reads an empty body as an empty object and refuses what is not JSON', async () => {
  const app = create()
  const send = (options: InjectOptions) =>
    app.inject({ method: 'POST', url: '/v1/echo', ...options })
  expect((await send({ headers: json, payload: '' })).json()).toEqual({
    body: {},
  })
  for (const payload of ['{', 'null x', '{"__proto__":{"x":1}}']) {
    const reply = await send({ headers: json, payload })
    expect(reply.statusCode).toBe(400)
    expect(reply.json()).toMatchObject({
      statusCode: 400,
      error: 'Bad Request',
    })
  }
  const text = { 'content-type': 'text/plain' }
  expect((await send({ headers: text, payload: '{}' })).statusCode).toBe(415)
  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  expect((await send({ headers: form, payload: 'a=1' })).statusCode).toBe(415)
})

test('S58: refuses bodies, addresses and headers that are too long', async () => {
  const app = create()
  const post = (size: number) =>
    app.inject({
      method: 'POST',
      url: '/v1/echo',
      headers: json,
      payload: JSON.stringify('x'.repeat(size)),
    })
  expect((await post(1_000_000)).statusCode).toBe(200)
  const long = await post(1_048_577)
  expect(long.statusCode).toBe(413)
  expect(long.json()).toMatchObject({ statusCode: 413 })
  const url = `/v1/seen?q=${'x'.repeat(8_192)}`
  expect((await app.inject(url)).json()).toEqual({
    statusCode: 414,
    message: 'URI Too Long',
    error: 'URI Too Long',
  })
  await app.listen({ host: '127.0.0.1', port: 0 })
  expect(
    await sendRaw(
      app,
      `GET /v1/seen HTTP/1.1\r\nx: ${'x'.repeat(17_000)}\r\n\r\n`,
    ),
  ).toMatch(/^HTTP\/1.1 431 /)
})

test('names every request, with a name of its own', async () => {
  const app = create()
  const ask = () =>
    app.inject({ url: '/v1/seen', headers: { 'x-request-id': 'mine\nforged' } })
  const [first, second] = [await ask(), await ask()]
  expect(first.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/)
  expect(first.headers['x-request-id']).not.toBe(second.headers['x-request-id'])
})

test('the line of a failed request has the id that its answer has', async () => {
  const { log, lines } = record()
  const app = create({}, log)
  const { headers } = await app.inject({ url: '/v1/broken' })
  expect(lines).toHaveLength(1)
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    reqId: headers['x-request-id'],
  })
})

test('S74: tells no reason for what broke, and logs no signature', async () => {
  const lines: string[] = []
  const app = create(
    {},
    pino({}, { write: (line: string) => lines.push(line) }),
  )
  const reply = await app.inject({
    url: '/v1/broken?signature=0xdeadbeef',
    headers: { cookie: 'access_token=hidden' },
  })
  expect(reply.statusCode).toBe(500)
  expect(reply.json()).toEqual({ code: 500, message: 'Internal server error' })
  await app.inject({
    method: 'POST',
    url: '/v1/echo',
    payload: { signature: '0xdeadbeef' },
  })
  expect(lines.join('')).toContain('A request failed')
  expect(lines.join('')).not.toMatch(/deadbeef|hidden/)
})

const slowly =
  'POST /v1/echo HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{'

function openSocket(app: FastifyInstance): Socket {
  const address = app.server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return connect(port, '127.0.0.1')
}

test('who hangs up before the end writes nothing to the log', async () => {
  const { log, lines } = record()
  const app = create({}, log)
  const replied = new Promise<void>((resolve) => {
    app.addHook('onRequestAbort', (_request, done) => {
      resolve()
      done()
    })
  })
  await app.listen({ host: '127.0.0.1', port: 0 })
  const socket = openSocket(app)
  socket.write(slowly, () => socket.destroy())
  await replied
  await app.close()
  expect(lines).toEqual([])
})

test('who never comes to the end of a body writes nothing to the log', async () => {
  const { log, lines } = record()
  const app = create({}, log, { handlerTimeout: 50 })
  app.get('/v1/slow', () => new Promise(() => undefined))
  await app.listen({ host: '127.0.0.1', port: 0 })
  const send = async (text: string) => {
    const socket = openSocket(app)
    socket.write(text)
    const [answer] = await once(socket, 'data')
    expect(String(answer)).toMatch(/^HTTP\/1.1 503/)
    socket.destroy()
  }
  await send(slowly)
  expect(lines).toEqual([])
  // What takes us long is our failure.
  await send('GET /v1/slow HTTP/1.1\r\nHost: localhost\r\n\r\n')
  expect(lines).toHaveLength(1)
})

test('believes proxies only when they are trusted', async () => {
  const headers = {
    'x-forwarded-for': '203.0.113.9',
    'x-forwarded-proto': 'https',
    'x-forwarded-host': 'safe.example',
  }
  const ask = async (trustedProxies: string[], remoteAddress: string) =>
    (
      await create({ trustedProxies }).inject({
        url: '/v1/seen',
        headers,
        remoteAddress,
      })
    ).json()
  const forwarded = {
    ip: '203.0.113.9',
    protocol: 'https',
    host: 'safe.example',
  }
  expect(await ask(['10.0.0.0/8'], '10.1.2.3')).toEqual(forwarded)
  expect(await ask(['loopback'], '127.0.0.1')).toEqual(forwarded)
  const direct = { ip: '10.1.2.3', protocol: 'http', host: 'localhost:80' }
  expect(await ask([], '10.1.2.3')).toEqual(direct)
  expect(await ask(['192.168.0.1'], '10.1.2.3')).toEqual(direct)
})

test('S59: lets pages of configured origins call, after asking, and no others', async () => {
  const origin = 'https://front.example'
  const app = create({ origins: [origin] })
  const preflight = (from: string, url = '/v1/echo') =>
    app.inject({
      method: 'OPTIONS',
      url,
      headers: {
        origin: from,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'content-type,sentry-trace',
      },
    })
  for (const url of ['/v1/echo', '/v2/chains/1/delegates/0xabc', '/v1/nope']) {
    const reply = await preflight(origin, url)
    expect(reply.statusCode).toBe(204)
    expect(reply.headers).toMatchObject({
      'access-control-allow-origin': origin,
      'access-control-allow-credentials': 'true',
      'access-control-allow-methods': 'GET, HEAD, POST, PUT, PATCH, DELETE',
      'access-control-allow-headers': 'content-type,sentry-trace',
      vary: 'Origin',
    })
  }
  const read = await app.inject({ url: '/v1/seen', headers: { origin } })
  expect(read.headers['access-control-allow-origin']).toBe(origin)
  const missing = await app.inject({ url: '/v1/nope', headers: { origin } })
  expect(missing.statusCode).toBe(404)
  expect(missing.headers['access-control-allow-origin']).toBe(origin)
  for (const from of [
    'https://evil.example',
    'http://front.example',
    'https://front.example.evil.example',
    'null',
  ]) {
    const { headers } = await preflight(from)
    expect(
      Object.keys(headers).filter((name) => name.startsWith('access-control')),
    ).toEqual([])
    expect(headers.vary).toBe('Origin')
  }
})

test('S58: lets a caller ask so often, then tells when to come back', async () => {
  const app = create({
    rateLimits: {
      ...defaultAccess.rateLimits,
      requestsPerMinute: 3,
      writesPerMinute: 2,
    },
  })
  const ask = (remoteAddress: string, options: InjectOptions = {}) =>
    app.inject({ url: '/v1/seen', remoteAddress, ...options })
  for (let count = 0; count < 3; count++)
    expect((await ask('203.0.113.1')).statusCode).toBe(200)
  const refused = await ask('203.0.113.1')
  expect(refused.statusCode).toBe(429)
  expect(refused.json()).toEqual({
    statusCode: 429,
    message: 'Rate limit reached',
  })
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(10)
  expect((await ask('203.0.113.2')).statusCode).toBe(200)
  for (let count = 0; count < 100; count++)
    expect((await ask('127.0.0.1')).statusCode).toBe(200)
  const write = () =>
    ask('203.0.113.3', { method: 'POST', url: '/v1/echo', payload: {} })
  expect((await write()).statusCode).toBe(200)
  expect((await write()).statusCode).toBe(200)
  expect((await write()).statusCode).toBe(429)
})

test('S58: leaves the allowance of a safe alone until something is stored', async () => {
  const rateLimits = { ...defaultAccess.rateLimits, writesPerSafePerMinute: 2 }
  const app = create({ rateLimits })
  const safe = zeroAddress
  for (let host = 1; host < 10; host++) {
    const { statusCode } = await app.inject({
      method: 'POST',
      url: `/v1/chains/1/transactions/${safe}/propose`,
      remoteAddress: `203.0.113.${host}`,
      payload: {},
    })
    expect(statusCode).toBe(200)
  }
  const allowances = createAllowances(rateLimits, makeOwnBuckets)
  for (let count = 0; count < 2; count++) {
    for (let asked = 0; asked < 10; asked++)
      await allowances.assertWritable({ chainId: 1, safe })
    await allowances.countWrite({ chainId: 1, safe })
  }
  await expect(allowances.assertWritable({ chainId: 1, safe })).rejects.toThrow(
    'Rate limit reached',
  )
  await allowances.assertWritable({ chainId: 2, safe })
})

test('empties buckets with time and forgets whom it has not heard of', () => {
  let now = 0
  const buckets = createBuckets(60, { now: () => now })
  for (let count = 0; count < 60; count++) expect(buckets.take('a')).toBe(0)
  expect(buckets.take('a')).toBe(1)
  now += 1_000
  expect(buckets.take('a')).toBe(0)
  expect(buckets.take('a')).toBe(1)
  for (let other = 0; other < 50_000; other++) buckets.take(`b${other}`)
  expect(buckets.take('a')).toBe(0)
})

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['::1', '::1'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:db8::1', '2001:db8:0:0'],
  ['2001:db8:1:2::', '2001:db8:1:2'],
  ['203.0.113.7:4711', '203.0.113.7'],
  ['[2001:db8::1]:4711', '2001:db8:0:0'],
  ['somebody', 'unknown'],
])('counts %s as %s', (ip, network) => {
  expect(toNetwork(ip)).toBe(network)
})

function sendRaw(app: FastifyInstance, text: string): Promise<string> {
  const address = app.server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return new Promise((resolve, reject) => {
    let answer = ''
    const socket = connect(port, '127.0.0.1', () => socket.write(text))
    socket.on('data', (chunk) => {
      answer += String(chunk)
    })
    socket.on('close', () => resolve(answer))
    socket.on('error', reject)
  })
}
