import { execFileSync } from 'node:child_process'
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { get, type IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib'
import { appConfig } from '@covault/api'
import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createApp } from '../../app.js'
import { openChain } from '../../chain/client.js'
import { completeChain } from '../../chainsConfig.js'
import type { Config } from '../../config.js'
import { createMetrics } from '../../http/metrics.js'
import { defaultAccess } from '../defaultAccess.js'
import { shareTestWorld, type TestWorld } from '../testWorld.js'

const log = pino({ level: 'silent' })
let folder: string
let world: TestWorld
let app: FastifyInstance

const html = '<!doctype html><title>Covault</title>\n'
const hostileName = '</script><script>alert(1)</script>'

const root = 'a'.repeat(64)
const release = { format: 'covault-release', root, product: '1.2.3' }

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'covault-app-'))
  const webFolder = join(folder, 'web')
  await mkdir(join(webFolder, 'assets'), { recursive: true })
  const script = 'export {}\n'.repeat(100)
  const file = join(webFolder, 'assets', 'main-abc123.js')
  await writeFile(file, script)
  await writeFile(`${file}.br`, brotliCompressSync(script))
  await writeFile(join(webFolder, 'assets', 'picture-abc123.png'), 'png')
  await writeFile(join(webFolder, 'plain.js'), '')
  await writeFile(join(webFolder, 'manifest.json'), '{}')
  await writeFile(join(webFolder, 'verify.html'), '<!doctype html>')
  await writeFile(join(webFolder, 'index.html'), html)
  await writeFile(join(webFolder, 'sw.js'), '')
  await writeFile(join(webFolder, 'release.json'), JSON.stringify(release))
  await writeFile(join(webFolder, 'release.json.sigs'), 'signatures')
  await writeFile(
    join(webFolder, 'document.json'),
    JSON.stringify({
      scriptHashes: ['sha256-map='],
      styleHashes: ['sha256-abc='],
      packages: [],
    }),
  )
  world = await shareTestWorld()
  const { devnet } = world
  const { url: databaseUrl, store } = await world.openDatabase()
  const config: Config = {
    host: '127.0.0.1',
    port: 4400,
    dataFolder: folder,
    reset: false,
    role: 'all',
    following: {
      maximumSafes: 100,
      lookers: 10,
      safes: [],
      idleDays: 30,
      blocksBeforeCreation: 0,
    },
    access: defaultAccess,
    metricsToken: 'a-token',
    traces: undefined,
    databaseUrl: undefined,
    databaseDirectUrl: undefined,
    databaseReadUrl: undefined,
    chains: [
      completeChain({
        chainId: 31337,
        pollSeconds: 0.1,
        rpcUrls: [devnet.url],
        publicRpcUrl: devnet.url,
      }),
      completeChain({
        chainId: 31338,
        name: hostileName,
        pollSeconds: 0.1,
        // The node of another chain.
        rpcUrls: [devnet.url],
        publicRpcUrl: devnet.url,
      }),
    ],
    assets: {
      outboundChainIds: new Set(),
      ipfsGateways: [],
      sourcify: undefined,
      listedTokens: [],
      feeds: [],
      httpPrices: [],
      constants: [],
    },
    walletConnect: undefined,
    demo: undefined,
    safeApps: [],
    embedding: { parents: [] },
    contracts: new Map(),
    bridges: [],
    backup: undefined,
    moveIn: { origins: [] },
    notices: {
      members: false,
      trustedOrigins: [],
      tries: 1,
      firstRetryMs: 1_000,
      timeoutMs: 1_000,
      receivers: [],
      mail: undefined,
      appUrl: 'http://127.0.0.1',
    },
  }
  app = await createApp({
    config,
    log,
    store,
    databaseUrl,
    chains: config.chains.map((chain) => openChain(chain)),
    progress: new Map(),
    metrics: createMetrics(),
    webFolder,
  })
}, 300_000)

afterAll(async () => {
  await app?.close()
  await world?.stop()
  await rm(folder, { recursive: true, force: true })
})

test('answers about with its name and version, with and without a trailing slash', async () => {
  for (const url of ['/about', '/about/']) {
    const reply = await app.inject(url)
    expect(reply.statusCode).toBe(200)
    expect(reply.json()).toEqual({
      name: 'covault',
      version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
      buildNumber: null,
    })
    expect(reply.headers['cache-control']).toBe('no-cache')
  }
})

test('S60: says which chain is degraded, as by a node of another one', async () => {
  expect((await app.inject('/health/live')).json()).toEqual({ status: 'OK' })
  const reply = await app.inject('/health/ready')
  expect(reply.statusCode).toBe(200)
  expect(reply.json()).toEqual({
    status: 'OK',
    chains: [
      { chainId: '31337', status: 'ok', reason: null },
      {
        chainId: '31338',
        status: 'degraded',
        reason: 'The RPC endpoint answers for chain 31337, not 31338.',
      },
    ],
  })
})

test('S01, S04: serves one fixed document with the policy as a header, and the configuration as data', async () => {
  const readers = [
    'Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0 Safari/537.36',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Mobile/15E148',
    'curl/8.14.1',
  ]
  const pages = [
    '/',
    '/home',
    '/welcome/accounts?safe=local1:0x',
    '/settings/x',
  ]
  for (const url of [...pages, '/apps/open?appUrl=https://app.example'])
    for (const agent of readers) {
      const headers = { 'user-agent': agent, cookie: 'covault_origins=x' }
      const reply = await app.inject({ url, headers })
      expect(reply.body, `${url} for ${agent}`).toBe(html)
      expect(reply.headers['cache-control']).toBe('no-store')
    }
  const { headers } = await app.inject('/')
  expect(headers['content-security-policy']).toBe(
    `default-src 'none'; script-src 'self' 'sha256-map='; style-src 'self' 'sha256-abc='; img-src 'self' data: blob:; font-src 'self'; connect-src 'self' ${world.devnet.url}; frame-src 'none'; base-uri 'none'; form-action 'none'; manifest-src 'self'; worker-src 'self'; require-trusted-types-for 'script'; trusted-types default; frame-ancestors 'none'`,
  )
  const config = await app.inject('/app-config')
  expect(config.headers['content-type']).toContain('application/json')
  expect(appConfig.parse(config.json()).chains[1]?.name).toBe(hostileName)
})

test('S65: only the document of an opened app may frame, and only that app', async () => {
  const readPolicy = async (url: string) =>
    String((await app.inject(url)).headers['content-security-policy'])
  const opened = await readPolicy('/apps/open?appUrl=https://app.example/x')
  expect(opened).toContain('; frame-src https://app.example; ')
  expect(opened).toContain(
    `connect-src 'self' ${world.devnet.url} https://app.example; `,
  )
  const custom = await readPolicy('/apps/custom?appUrl=https://app.example')
  expect(custom).toContain("; frame-src 'none'; ")
  expect(custom).toContain(` ${world.devnet.url} https://app.example; `)
  const other = await readPolicy('/home?appUrl=https://app.example')
  expect(other).not.toContain('app.example')
})

test('S05: says with the document that scripts need their hash, and which release it is', async () => {
  const { headers } = await app.inject('/')
  expect(headers['integrity-policy']).toBe('blocked-destinations=(script)')
  const config = appConfig.parse((await app.inject('/app-config')).json())
  expect(config.release).toEqual({ root, product: '1.2.3' })
  const metrics = await app.inject({
    url: '/metrics',
    headers: { authorization: 'Bearer a-token' },
  })
  expect(metrics.body).toContain(
    `covault_release_root{root="${root}",product="1.2.3"} 1`,
  )
  const worker = await app.inject('/sw.js')
  expect(worker.headers['cache-control']).toBe('max-age=86400')
})

test('WEBCAT finds the policy of its manifest on every page', async () => {
  const web = join(folder, 'released')
  await cp(join(folder, 'web'), web, { recursive: true })
  const repository = join(import.meta.dirname, '../../../../..')
  const script = join(repository, 'scripts/release/writeRelease.ts')
  execFileSync(
    process.execPath,
    [
      ...['--conditions=source', '--import=tsx', script, '--without-archive'],
      ...['--web', web, '--out', join(folder, 'out')],
      ...['--connect', new URL(world.devnet.url).origin],
    ],
    { cwd: repository, env: { ...process.env, NODE_OPTIONS: '' } },
  )
  const file = join(folder, 'out', 'webcat', 'manifest.json')
  const manifest = JSON.parse(await readFile(file, 'utf8'))
  for (const path of ['/', '/home', '/transactions/queue'])
    expect((await app.inject(path)).headers['content-security-policy']).toBe(
      manifest.default_csp,
    )
})

test('answers HEAD on app paths like GET', async () => {
  const reply = await app.inject({ method: 'HEAD', url: '/home' })
  expect(reply.statusCode).toBe(200)
  expect(reply.headers['content-security-policy']).toContain("'none'")
})

test('never falls back to the app below API paths', async () => {
  for (const path of [
    '/v1/nope',
    '/v2/x',
    '/api/x',
    '/assets/x.js',
    '/health/x',
  ]) {
    const reply = await app.inject(path)
    expect(reply.statusCode, path).toBe(404)
    expect(reply.json()).toEqual({
      statusCode: 404,
      message: `Cannot GET ${path}`,
      error: 'Not Found',
    })
  }
  const post = await app.inject({ method: 'POST', url: '/home' })
  expect(post.statusCode).toBe(404)
})

test('offers the verifier to be kept, not to be run on this origin', async () => {
  const { headers } = await app.inject('/verify.html')
  expect(headers['content-disposition']).toBe(
    'attachment; filename="verify.html"',
  )
})

test('sends files in brotli to those who read it, and tells caches so', async () => {
  const url = '/assets/main-abc123.js'
  const ask = (encoding: string, method: 'GET' | 'HEAD' = 'GET') =>
    app.inject({ method, url, headers: { 'accept-encoding': encoding } })
  const plain = await app.inject(url)
  expect(plain.headers['content-encoding']).toBeUndefined()
  expect(plain.headers.vary).toContain('accept-encoding')
  for (const _ of [1, 2]) {
    const reply = await ask('gzip, deflate, br;q=0.8')
    expect(reply.headers['content-encoding']).toBe('br')
    expect(reply.headers['cache-control']).toContain('immutable')
    expect(reply.headers['content-type']).toBe(plain.headers['content-type'])
    expect(reply.rawPayload.length).toBeLessThan(plain.rawPayload.length)
    expect(reply.headers['content-length']).toBe(
      String(reply.rawPayload.length),
    )
    expect(String(brotliDecompressSync(reply.rawPayload))).toBe(plain.body)
  }
  expect((await ask('br', 'HEAD')).headers['content-encoding']).toBe('br')
  for (const encoding of ['gzip', 'br;q=0', 'abroad'])
    expect((await ask(encoding)).headers['content-encoding']).toBeUndefined()
  for (const encoding of ['br', 'identity']) {
    const etag = String((await ask(encoding)).headers.etag)
    const again = await app.inject({
      url,
      headers: { 'accept-encoding': encoding, 'if-none-match': etag },
    })
    expect(again.statusCode).toBe(304)
  }
  const picture = await app.inject({
    url: '/assets/picture-abc123.png',
    headers: { 'accept-encoding': 'br' },
  })
  expect(picture.headers['content-encoding']).toBeUndefined()
})

test('a file has one address: other spellings are refused and made nothing of', async () => {
  const port = Number(new URL(await app.listen({ port: 0 })).port)
  const headers = { 'accept-encoding': 'br' }
  // As they are: inject would mend some of them first.
  const ask = (path: string) =>
    new Promise<IncomingMessage>((resolve, reject) => {
      const options = { host: '127.0.0.1', port, path, headers }
      get(options, (reply) => resolve(reply.resume())).once('error', reject)
    })
  for (const url of [
    '/assets/main%2Dabc123.js',
    '/assets/main%2dabc123.js',
    '/%61ssets/main-abc123.js',
    '/assets/%6dain-abc123.js?x=1',
    '/assets/main-abc123%2Ejs',
    '/assets%2fmain-abc123.js',
    '/assets//main-abc123.js',
    '//assets/main-abc123.js',
    '/assets/./main-abc123.js',
    '/assets/../plain.js',
    '/assets/%2e%2e/plain.js',
    '/assets\\main-abc123.js',
    '/assets/MAIN-abc123.js',
    '/Assets/main-abc123.js',
    '/assets/main-abc123.js/',
    '/assets/main-abc123.js.br',
    '/assets/main-abc123.js;x',
    '/plain%2ejs',
    '/plain.js/',
  ]) {
    const reply = await ask(url)
    expect(reply.statusCode, url).toBe(404)
    expect(reply.headers['content-encoding'], url).toBeUndefined()
  }
  const same = await ask('/assets/main-abc123.js?x=1')
  expect(same.statusCode).toBe(200)
  expect(same.headers['content-encoding']).toBe('br')
})

test('S63: serves assets for ever, other files with revalidation, and no other file', async () => {
  const asset = await app.inject('/assets/main-abc123.js')
  expect(asset.headers['cache-control']).toContain('immutable')
  const plain = await app.inject('/plain.js')
  expect(plain.headers['cache-control']).toBe('no-cache')
  expect(plain.headers['access-control-allow-origin']).toBeUndefined()
  const manifest = await app.inject('/manifest.json')
  expect(manifest.headers['access-control-allow-origin']).toBe('*')
  for (const path of ['/plain.js.map', '/index.html', '/document.json'])
    expect((await app.inject(path)).statusCode, path).toBe(404)
  for (const path of ['/../package.json', '/%2e%2e/%2e%2e/etc/passwd'])
    expect((await app.inject(path)).body).not.toMatch(/root:|dependencies/)
})

test('answers addresses that cannot be read in the form of every other refusal', async () => {
  const long = `/v1/chains/${'9'.repeat(300)}`
  const refusals = [
    ['/%ff', 400, 'The path has an invalid percent-encoding', 'Bad Request'],
    ['/v1/chains/%c0%af', 400, expect.any(String), 'Bad Request'],
    ['/assets/%', 400, expect.any(String), 'Bad Request'],
    [long, 414, 'URI Too Long', 'URI Too Long'],
    [`/${'a'.repeat(9_000)}`, 414, 'URI Too Long', 'URI Too Long'],
  ] as const
  for (const [url, statusCode, message, error] of refusals) {
    const reply = await app.inject(url)
    expect(reply.json(), url).toEqual({ statusCode, message, error })
    expect(reply.statusCode).toBe(statusCode)
    expect(reply.headers['x-content-type-options'], url).toBe('nosniff')
    expect(reply.headers['x-request-id'], url).toMatch(/^[0-9a-f-]{36}$/)
  }
})

test('S59: refuses a host that is not its own, for pages, files and the API', async () => {
  const headers = { host: 'evil.example' }
  for (const url of ['/', '/home', '/plain.js', '/about', '/app-config']) {
    const reply = await app.inject({ url, headers })
    expect(reply.statusCode, url).toBe(421)
    expect(reply.headers['x-content-type-options'], url).toBe('nosniff')
  }
  const probe = await app.inject({ url: '/health/live', headers })
  expect(probe.statusCode).toBe(200)
})

test('S08, S09: sends the protective headers with every kind of answer', async () => {
  for (const path of ['/about', '/', '/assets/main-abc123.js', '/v1/nope']) {
    const { headers } = await app.inject(path)
    expect(headers['x-content-type-options'], path).toBe('nosniff')
    expect(headers['x-frame-options'], path).toBe('DENY')
    expect(headers['referrer-policy'], path).toBe('no-referrer')
    expect(headers['cross-origin-opener-policy'], path).toBe(
      'same-origin-allow-popups',
    )
    expect(headers['permissions-policy'], path).toContain('camera=()')
  }
})

test('allows the camera where codes are scanned, and nowhere else', async () => {
  const read = async (path: string) =>
    String((await app.inject(path)).headers['permissions-policy'])
  for (const path of ['/transactions/scan', '/transactions/scan/?safe=eth:0x1'])
    expect(await read(path), path).toContain('camera=(self)')
  for (const path of [
    '/transactions/queue?next=/transactions/scan',
    '/transactions/scan/more',
    '/transactions/scan%2f..',
  ])
    expect(await read(path), path).toContain('camera=()')
})

test('shows metrics to this machine, and to others only with the token', async () => {
  const own = await app.inject('/metrics')
  expect(own.statusCode).toBe(200)
  expect(own.body).toContain('covault_rpc_calls_total')
  const ask = (headers: Record<string, string>) =>
    app.inject({ url: '/metrics', remoteAddress: '203.0.113.7', headers })
  expect((await ask({})).statusCode).toBe(404)
  expect((await ask({ authorization: 'Bearer wrong' })).statusCode).toBe(404)
  expect((await ask({ authorization: 'Bearer a-token' })).statusCode).toBe(200)
  const forwarded = { 'x-forwarded-for': '203.0.113.7' }
  const behindProxy = { url: '/metrics', headers: forwarded }
  expect((await app.inject(behindProxy)).statusCode).toBe(404)
})
