import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { type IncomingMessage, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { type Devnet, startDevnet } from '@covault/devnet'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { end, findFreePort, readUrl } from './gatewayProcess.js'

// The two files in deploy/ as they are, but for the port and the certificate.
const root = join(import.meta.dirname, '..')

const hasProxies = ['nginx', 'caddy'].every(
  (name) => spawnSync(name, ['-v', 'version']).error === undefined,
)

describe.skipIf(!hasProxies)('behind a proxy @full', () => {
  let place: string
  let devnet: Devnet
  let gateway: ChildProcess
  const ports = { gateway: '', nginx: '', caddy: '' }
  const proxies: ChildProcess[] = []

  beforeAll(async () => {
    place = mkdtempSync(join(tmpdir(), 'covault-proxy-'))
    chmodSync(place, 0o755)
    for (const name of ['gateway', 'nginx', 'caddy'] as const)
      ports[name] = String(await findFreePort())
    devnet = await startDevnet({ chainId: 31337 })
    await startGateway()
    startNginx()
    startCaddy()
    for (const name of ['nginx', 'caddy'] as const) await untilOpen(ports[name])
  }, 300_000)

  afterAll(async () => {
    for (const proxy of proxies) await end(proxy)
    if (gateway) await end(gateway)
    await devnet?.stop()
    rmSync(place, { recursive: true, force: true })
  })

  async function startGateway(): Promise<void> {
    spawnSync(process.execPath, ['scripts/build.mjs'], { cwd: root })
    const config = {
      chains: [{ chainId: 31337, rpcUrls: [devnet.url] }],
      access: {
        publicUrl: 'https://safe.example',
        trustedProxies: ['loopback'],
        rateLimits: { requestsPerMinute: 20 },
      },
    }
    writeFileSync(join(place, 'config.json'), JSON.stringify(config))
    gateway = spawn(
      process.execPath,
      [
        ...['apps/gateway/bin/covault.mjs', 'start'],
        ...['--config', join(place, 'config.json')],
        ...['--data', join(place, 'data'), '--port', ports.gateway],
      ],
      { cwd: root, detached: true, stdio: ['ignore', 'pipe', 'pipe'] },
    )
    await readUrl(gateway, ports.gateway)
  }

  function startNginx(): void {
    const server = readFileSync(join(root, 'deploy/nginx.conf'), 'utf8')
      .replace('127.0.0.1:4400', `127.0.0.1:${ports.gateway}`)
      .replace('listen 443 ssl', `listen 127.0.0.1:${ports.nginx}`)
      .replace(/^.*(listen \[::\]|ssl_certificate).*$/gm, '')
    const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
      (kind) => `${kind}_temp_path ${place}/nginx;`,
    )
    const file = join(place, 'nginx.conf')
    mkdirSync(join(place, 'nginx'))
    writeFileSync(
      file,
      `daemon off; pid ${place}/nginx.pid; error_log ${place}/nginx.log;
       events {}
       http { access_log off; ${temporary.join(' ')} ${server} }`,
    )
    proxies.push(
      spawn('nginx', ['-p', place, '-c', file], {
        detached: true,
        stdio: 'ignore',
      }),
    )
  }

  function startCaddy(): void {
    const file = join(place, 'Caddyfile')
    const site = readFileSync(join(root, 'deploy/Caddyfile'), 'utf8')
      .replace('127.0.0.1:4400', `127.0.0.1:${ports.gateway}`)
      .replace(/^safe\.example/m, `http://safe.example:${ports.caddy}`)
    writeFileSync(file, `{\n\tadmin off\n\tauto_https off\n}\n${site}`)
    proxies.push(
      spawn('caddy', ['run', '--config', file, '--adapter', 'caddyfile'], {
        detached: true,
        stdio: 'ignore',
        env: { ...process.env, HOME: place, XDG_DATA_HOME: place },
      }),
    )
  }

  async function untilOpen(port: string): Promise<void> {
    for (let tries = 0; tries < 600; tries++) {
      const reply = await ask(port, '/health/live').catch(() => undefined)
      if (reply?.statusCode === 200) return
      await delay(100)
    }
    throw new Error(`Nothing answers at ${port}.`)
  }

  async function ask(
    port: string,
    path: string,
    headers: Record<string, string> = {},
  ): Promise<IncomingMessage> {
    const sent = request({
      ...{ host: '127.0.0.1', port, path },
      headers: { host: 'safe.example', ...headers },
    }).end()
    const [reply] = (await once(sent, 'response')) as [IncomingMessage]
    return reply
  }

  async function read(reply: IncomingMessage): Promise<string> {
    const parts: Buffer[] = []
    for await (const part of reply) parts.push(part)
    return String(Buffer.concat(parts))
  }

  test.each(['nginx', 'caddy'] as const)(
    'the app, the API and links come through %s',
    async (name) => {
      const page = await ask(ports[name], '/welcome/accounts')
      expect(page.statusCode).toBe(200)
      expect(await read(page)).toContain('Covault')
      const chains = await ask(ports[name], '/v1/chains')
      expect(await read(chains)).toContain('safe.example')
    },
    60_000,
  )

  test.each(['nginx', 'caddy'] as const)(
    'a live stream begins at once through %s',
    async (name) => {
      const reply = await ask(
        ports[name],
        `/v1/live?safes=31337:0x${'a1'.repeat(20)}`,
      )
      expect(reply.headers['content-type']).toMatch(/event-stream/)
      const [first] = await once(reply, 'data')
      expect(String(first).length).toBeGreaterThan(0)
      reply.destroy()
    },
    60_000,
  )

  test.each(['nginx', 'caddy'] as const)(
    'a caller cannot name itself another behind %s',
    async (name) => {
      // This machine has no limits: believed, the name would be refused.
      const forwarded = { 'x-forwarded-for': '203.0.113.7' }
      for (let count = 0; count < 30; count++) {
        const reply = await ask(ports[name], '/v1/chains', forwarded)
        reply.resume()
        expect(reply.statusCode).toBe(200)
      }
      const direct = []
      for (let count = 0; count < 30; count++) {
        const reply = await ask(ports.gateway, '/v1/chains', forwarded)
        reply.resume()
        direct.push(reply.statusCode)
      }
      expect(direct).toContain(429)
    },
    60_000,
  )
})
