import { type FastifyInstance, fastify } from 'fastify'
import { afterEach, expect, test } from 'vitest'
import { type AccessConfig, accessSchema } from '../accessConfig.js'
import { defaultAccess } from '../testing/defaultAccess.js'
import { errorHandler, notFoundHandler } from './errorHandler.js'
import { addHostCheck } from './hosts.js'
import { getServerOptions } from './limits.js'
import { createMetrics, metricsRoutes } from './metrics.js'

const apps: FastifyInstance[] = []
afterEach(async () => {
  for (const app of apps.splice(0)) await app.close()
})

function create(
  given: Partial<AccessConfig> = {},
  metricsToken = 'a-token-of-length',
): FastifyInstance {
  const access = { ...defaultAccess, ...given }
  const app = fastify(getServerOptions(access))
  app.setErrorHandler(errorHandler)
  app.setNotFoundHandler(notFoundHandler)
  addHostCheck(app, access)
  app.get('/health/ready', async () => 'ready')
  app.get('/v1/chains', async () => 'chains')
  const metrics = createMetrics()
  metricsRoutes(app, { metrics, config: { access, metricsToken } })
  apps.push(app)
  return app
}

const ask = async (
  app: FastifyInstance,
  url: string,
  headers: Record<string, string>,
) => (await app.inject({ url, headers })).statusCode

test.each([
  ...['127.0.0.1:4400', 'localhost', 'LocalHost:1', '[::1]:4400', '127.8.9.1'],
])('answers on this machine as %s', async (host) => {
  expect(await ask(create(), '/v1/chains', { host })).toBe(200)
})

test.each([
  ...['evil.example', 'evil.example:4400', '127.0.0.1.evil.example'],
  ...['localhost.evil.example', 'evil.example:127.0.0.1', '0.0.0.0:4400'],
  ...['safe.example', '[::1', '127.0.0.1:4400, evil.example', '169.254.1.1'],
  ...['127.0.0.1:99999999', 'localhost:65536', '127.0.0.1:4400:1'],
])('refuses the host %j, on every path but health', async (host) => {
  const app = create()
  for (const url of ['/v1/chains', '/', '/v1/nope', '/metrics', '/health/x']) {
    const reply = await app.inject({ url, headers: { host } })
    expect(reply.statusCode, url).toBe(421)
    expect(reply.json()).toEqual({
      statusCode: 421,
      message:
        'This gateway does not answer for this host name. Its operator can add the name to access.publicNames.',
      error: 'Misdirected Request',
    })
  }
  expect(await ask(app, '/health/ready', { host })).toBe(200)
})

test('answers to its public address and its other names, on any port', async () => {
  const app = create({
    publicUrl: 'https://safe.example',
    publicNames: ['second.example'],
  })
  for (const host of ['safe.example', 'SAFE.example:8443', 'second.example.'])
    expect(await ask(app, '/v1/chains', { host }), host).toBe(200)
  for (const host of ['other.example', 'a.safe.example', 'xsafe.example'])
    expect(await ask(app, '/v1/chains', { host }), host).toBe(421)
})

test('a forwarded host never replaces the host of the request', async () => {
  const access = {
    publicUrl: 'https://safe.example',
    trustedProxies: ['loopback'],
  }
  const app = create(access)
  const forwarded = (host: string, name: string) =>
    ask(app, '/v1/chains', { host, 'x-forwarded-host': name })
  expect(await forwarded('127.0.0.1:4401', 'safe.example')).toBe(200)
  expect(await forwarded('evil.example', 'safe.example')).toBe(421)
  expect(await forwarded('127.0.0.1:4401', 'evil.example')).toBe(421)
  const schemeless = { host: '127.0.0.1', 'x-forwarded-proto': '1' }
  expect(await ask(app, '/v1/chains', schemeless)).toBe(421)
  // Nobody told us of this proxy: what it forwards means nothing.
  const untold = create({ publicUrl: 'https://safe.example' })
  const headers = { host: 'safe.example', 'x-forwarded-host': 'evil.example' }
  expect(await ask(untold, '/v1/chains', headers)).toBe(200)
})

test('names of hosts are read without scheme and port', () => {
  const read = (name: string) =>
    accessSchema.safeParse({ publicNames: [name] }).data?.publicNames[0]
  expect(read('Safe.Example')).toBe('safe.example')
  expect(read('[2001:db8::1]')).toBe('[2001:db8::1]')
  for (const name of ['https://safe.example', 'safe.example:80', '*', ''])
    expect(read(name), name).toBeUndefined()
})

test.each([
  { publicUrl: 'https://safe.example' },
  { publicNames: ['safe.example'] },
  { trustedProxies: ['loopback'] },
])(
  'metrics of a gateway with %j need the token, also on this machine',
  async (access) => {
    const app = create(access)
    expect(await ask(app, '/metrics', {})).toBe(404)
    const wrong = { authorization: 'Bearer another-token-x' }
    expect(await ask(app, '/metrics', wrong)).toBe(404)
    const right = { authorization: 'Bearer a-token-of-length' }
    expect(await ask(app, '/metrics', right)).toBe(200)
  },
)

test.each([
  ...['x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto'],
  ...['forwarded', 'via', 'x-real-ip', 'cf-ray', 'x-remote-addr'],
  ...['fastly-client-ip', 'x-cluster-client-ip', 'x-azure-clientip'],
  ...['x-nf-client-connection-ip', 'x-varnish', 'front-end-https'],
])('metrics behind a proxy that sends %s need the token', async (header) => {
  const app = create({ publicUrl: 'http://127.0.0.1:4400' })
  expect(await ask(app, '/metrics', {})).toBe(200)
  expect(await ask(app, '/metrics', { [header]: '127.0.0.1' })).toBe(404)
})
