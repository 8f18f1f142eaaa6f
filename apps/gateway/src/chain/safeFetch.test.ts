import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type SafeFetchOptions, safeFetch } from './safeFetch.js'

// A server inside the operator's network. Its own origin can be trusted, as
// an operator does with a gateway of theirs; strangers never reach it.
let server: Server
let origin: string
let port: number
const seen: string[] = []
const tokens: (string | undefined)[] = []

const answers: Record<string, RequestListener> = {
  '/good.json': (_, response) => {
    response.setHeader('content-type', 'application/json; charset=utf-8')
    response.end('{"name":"good"}')
  },
  '/page.html': (_, response) => {
    response.setHeader('content-type', 'text/html')
    response.end('<html>')
  },
  '/hop': (_, response) => redirect(response, '/good.json'),
  '/to-other': (_, response) =>
    redirect(response, `http://other.example:${port}/good.json`),
  '/loop': (_, response) => redirect(response, '/loop'),
  '/to-metadata': (_, response) =>
    redirect(response, 'http://169.254.169.254/latest/meta-data/'),
  '/to-secret': (_, response) =>
    redirect(response, `https://localhost:${port}/secret`),
  '/to-mapped': (_, response) =>
    redirect(response, `https://[::ffff:127.0.0.1]/secret`),
  '/endless': (_, response) => {
    response.setHeader('content-type', 'application/json')
    const block = Buffer.alloc(65_536, ' ')
    const write = () => {
      while (!response.destroyed && response.write(block)) {
        // Until the other side has enough.
      }
    }
    response.on('drain', write)
    write()
  },
  '/announced': (_, response) => {
    response.setHeader('content-type', 'application/json')
    response.setHeader('content-length', 1_000_000_000)
    response.write('{')
  },
  '/drip': (_, response) => {
    response.setHeader('content-type', 'application/json')
    const timer = setInterval(() => response.write(' '), 20)
    response.on('close', () => clearInterval(timer))
  },
  '/silent': () => undefined,
  '/bomb': (_, response) => {
    response.setHeader('content-type', 'application/json')
    response.setHeader('content-encoding', 'gzip')
    response.end(gzipSync(Buffer.alloc(10_000_000, ' ')))
  },
  '/missing': (_, response) => {
    response.statusCode = 404
    response.end()
  },
}

function redirect(
  response: Parameters<RequestListener>[1],
  location: string,
): void {
  response.writeHead(302, { location })
  response.end()
}

beforeAll(async () => {
  server = createServer((request, response) => {
    const path = request.url ?? ''
    seen.push(path)
    tokens.push(request.headers.authorization)
    answers[path]?.(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  port = (server.address() as AddressInfo).port
  origin = `http://127.0.0.1:${port}`
})
afterAll(async () => {
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
})

const options = (changes: Partial<SafeFetchOptions> = {}) => ({
  maximumBytes: 200_000,
  timeoutMs: 2_000,
  mediaTypes: ['application/json'],
  trustedOrigins: [],
  ...changes,
})
const trust = (changes: Partial<SafeFetchOptions> = {}) =>
  options({ trustedOrigins: [origin], ...changes })

test('fetches from an origin the operator named, also over a redirect', async () => {
  const body = await safeFetch(`${origin}/good.json`, trust())
  expect(body.toString()).toBe('{"name":"good"}')
  expect((await safeFetch(`${origin}/hop`, trust())).toString()).toBe(
    '{"name":"good"}',
  )
})

test('a token goes to the host that was named, and to no other', async () => {
  const authorization = 'Bearer a token'
  tokens.length = 0
  await safeFetch(`${origin}/hop`, trust({ authorization }))
  expect(tokens).toEqual([authorization, authorization])
  tokens.length = 0
  const trustedOrigins = [origin, `http://other.example:${port}`]
  const resolve = async () => ['127.0.0.1']
  await safeFetch(
    `${origin}/to-other`,
    options({ trustedOrigins, resolve, authorization }),
  )
  expect(tokens).toEqual([authorization, undefined])
})

test('asks nobody inside for a stranger', async () => {
  seen.length = 0
  const secret = (host: string) => [
    `http://${host}:${port}/secret`,
    `https://${host}:${port}/secret`,
    `https://${host}/secret`,
  ]
  const addresses = [
    ...secret('127.0.0.1'),
    ...secret('localhost'),
    ...secret('[::1]'),
    ...secret('[::ffff:127.0.0.1]'),
    ...secret('[::ffff:7f00:1]'),
    ...secret('[64:ff9b::7f00:1]'),
    ...secret('2130706433'),
    ...secret('0x7f.1'),
    ...secret('0177.0.0.1'),
    ...secret('127.1'),
    ...secret('0.0.0.0'),
    'http://169.254.169.254/latest/meta-data/',
    'https://169.254.169.254/latest/meta-data/',
    'https://[fd00:ec2::254]/',
    'https://10.0.0.1/',
    'file:///etc/passwd',
    `ftp://127.0.0.1:${port}/`,
    `gopher://127.0.0.1:${port}/_GET`,
    `https://user:password@127.0.0.1:${port}/secret`,
    'not an address',
  ]
  for (const address of addresses)
    await expect(safeFetch(address, options()), address).rejects.toThrow(
      /Only|not on the public internet|holds a name|not valid/,
    )
  expect(seen).toEqual([])
})

test('looks a name up once, so that it cannot become another address', async () => {
  seen.length = 0
  const lookups: string[] = []
  // Public when checked, private when connecting: the answer must not matter.
  const resolve = async (name: string) => {
    lookups.push(name)
    return lookups.length === 1 ? ['192.0.2.1', '8.8.8.8'] : ['127.0.0.1']
  }
  const address = `https://rebind.example/secret`
  await expect(safeFetch(address, options({ resolve }))).rejects.toThrow(
    'not on the public internet',
  )
  expect(lookups).toEqual(['rebind.example'])
  await expect(safeFetch(address, options({ resolve }))).rejects.toThrow(
    'not on the public internet',
  )
  expect(seen).toEqual([])
})

test('connects to the address it checked and to no other', async () => {
  seen.length = 0
  const named = `http://gateway.example:${port}`
  const resolve = async () => ['127.0.0.1']
  const trusted = options({ trustedOrigins: [named], resolve })
  // The name does not exist: only the pinned address can have answered.
  const body = await safeFetch(`${named}/good.json`, trusted)
  expect(body.toString()).toBe('{"name":"good"}')
  expect(seen).toEqual(['/good.json'])
})

test.each(['/to-metadata', '/to-secret', '/to-mapped'])(
  'does not follow %s, though the first host is trusted',
  async (path) => {
    seen.length = 0
    await expect(safeFetch(`${origin}${path}`, trust())).rejects.toThrow(
      /Only|not on the public internet/,
    )
    expect(seen).toEqual([path])
  },
)

test.each([
  ['/loop', 'redirected more than 3 times'],
  ['/page.html', 'a different kind of document'],
  ['/missing', 'status 404'],
  ['/bomb', 'compressed body that was not requested'],
  ['/announced', 'larger than 200000 bytes'],
  ['/endless', 'larger than 200000 bytes'],
])('gives up on %s: %s', async (path, message) => {
  await expect(safeFetch(`${origin}${path}`, trust())).rejects.toThrow(message)
})

test.each(['/drip', '/silent'])('does not wait for %s', async (path) => {
  const started = performance.now()
  await expect(
    safeFetch(`${origin}${path}`, trust({ timeoutMs: 150 })),
  ).rejects.toThrow('did not answer within 150 ms')
  expect(performance.now() - started).toBeLessThan(1_500)
})

test('does not wait for a name server either', async () => {
  const resolve = () => new Promise<string[]>(() => undefined)
  await expect(
    safeFetch('https://slow.example/', options({ resolve, timeoutMs: 50 })),
  ).rejects.toThrow('did not answer within 50 ms')
})
