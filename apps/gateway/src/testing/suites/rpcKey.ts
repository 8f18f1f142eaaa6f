import { spawn } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { allEndpoints } from '@covault/api/openapi'
import { demoAccounts } from '@covault/devnet'
import { type Address, zeroHash } from 'viem'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { readConfig } from '../../config.js'
import { createLog } from '../../createLog.js'
import { runExport } from '../../program/runBackup.js'
import { runRecheck } from '../../program/runRecheck.js'
import { type Gateway, startGateway } from '../../startGateway.js'
import { type FaultyRpc, startFaultyRpc } from '../faultyRpc.js'
import { findFreePort } from '../findFreePort.js'
import { startGatewayProcess } from '../gatewayProcess.js'
import { shareTestWorld, type TestWorld } from '../testWorld.js'

// The operator's address of a node holds a key: it is told to nobody.

const key = 'q7Zk3vXo9RtB2mWs5LpD'
const token = 'Hy4Nc8Ug1JeA6fTi0KrQ'
const path = `/v3/${key}?token=${token}`

const launcher = fileURLToPath(
  new URL('../../../../../scripts/start.mjs', import.meta.url),
)

vi.setConfig({ testTimeout: 120_000 })

let world: TestWorld
let node: FaultyRpc
let gateway: Gateway
let folder: string
let configFile: string
let databaseUrl: string
let safe: Address

/** Everything that anybody could read, by where it stood. */
const heard: { where: string; text: string }[] = []
const hear = (where: string, text: string) => heard.push({ where, text })

beforeAll(async () => {
  world = await shareTestWorld()
  const database = await world.openDatabase()
  databaseUrl = database.url
  folder = await mkdtemp(join(tmpdir(), 'covault-key-'))
  node = await startFaultyRpc(world.devnet.url, { path })
  safe = demoAccounts.alice.address
  configFile = join(folder, 'config.json')
  const port = await findFreePort()
  await writeFile(
    configFile,
    JSON.stringify({
      port,
      data: join(folder, 'data'),
      chains: [
        {
          chainId: 31337,
          rpcUrls: [`${node.url}${path}`],
          pollSeconds: 0.05,
        },
      ],
    }),
  )
  const webFolder = join(folder, 'web')
  await mkdir(webFolder)
  await writeFile(
    join(webFolder, 'index.html'),
    '<script type="application/json">__APP_CONFIG__</script>',
  )
  await writeFile(
    join(webFolder, 'document.json'),
    '{"scriptHashes":[],"styleHashes":[]}',
  )
  const log = createLog(
    { level: 'trace' },
    { write: (line) => void hear('log', line) },
  )
  const config = await readConfig(['--config', configFile], {
    DATABASE_URL: databaseUrl,
  })
  gateway = await startGateway({ config, log, webFolder })
}, 300_000)

afterAll(async () => {
  await gateway?.stop()
  await node?.stop()
  await world?.stop()
  if (folder) await rm(folder, { recursive: true, force: true })
})

/** What the node does while everything is asked. */
const conditions: Record<string, Parameters<FaultyRpc['setFault']>[0]> = {
  'a node that answers': () => undefined,
  'a node that names its address in its errors': ({ method }) =>
    method === 'eth_chainId'
      ? undefined
      : {
          error: {
            code: -32_000,
            message: `execution reverted at ${node.url}${path}`,
            data: `see ${node.url}${path}`,
          },
        },
  'a node that names its address in its answers': () => ({
    status: 403,
    body: `{"error":"${node.url}${path} is not allowed"}`,
    headers: { 'x-url': `${node.url}${path}` },
  }),
  'a node that asks for patience': () => ({
    status: 429,
    body: `${key} has used up its share`,
    headers: { 'retry-after': '0' },
  }),
  'a node of another chain': ({ method }) =>
    method === 'eth_chainId' ? { result: '0x1' } : undefined,
  'a node that hangs up': () => 'close',
}

test('no answer, document, metric or line of the log holds a piece of it', async () => {
  heard.length = 0
  for (const [name, fault] of Object.entries(conditions)) {
    node.setFault(fault)
    await askEverything(name)
  }
  node.setFault(() => undefined)
  expect(heard.length).toBeGreaterThan(100)
  expect(heard.some(({ where }) => where === 'log')).toBe(true)
  expect(listPieces()).toEqual([])
})

test('no export, no command and no broken configuration prints a piece of it', async () => {
  heard.length = 0
  const environment = { DATABASE_URL: databaseUrl }
  const print = (line: string) => void hear('print', line)
  const log = createLog(
    { level: 'trace' },
    { write: (line) => void hear('log of a command', line) },
  )
  const file = join(folder, 'export.jsonl')
  const args = ['--config', configFile]
  await runExport({
    args: ['--file', file, ...args],
    environment,
    log,
    print,
  })
  hear('export', await readFile(file, 'utf8'))
  node.setFault(() => 'close')
  await runRecheck({
    args: ['--safe', `local1:${safe}`, ...args],
    environment,
    log,
    print,
  }).catch((error: Error) => hear('recheck', error.message))
  node.setFault(() => undefined)
  for (const text of await listBrokenConfigs()) {
    const broken = join(folder, 'broken.json')
    await writeFile(broken, text)
    await readConfig(['--config', broken], environment).then(
      () => expect.fail(`It is not broken: ${text}`),
      (error: Error) => hear('configuration', error.message),
    )
    hear('launcher', await runLauncher(broken))
  }
  expect(listPieces()).toEqual([])
})

test('the process itself writes no piece of it, whatever its node does @full', async () => {
  heard.length = 0
  node.setFault(() => 'hang')
  await askOf('a node that hangs', [
    { method: 'GET', path: '/health/ready' },
    { method: 'GET', path: `/v1/chains/31337/safes/${safe}` },
    { method: 'POST', path: '/rpc/31337' },
  ])
  node.setFault(() => 'close')
  node.counts.clear()
  const process = await startGatewayProcess({
    folder,
    databaseUrl,
    rpcUrls: [`${node.url}${path}`],
  })
  await vi.waitFor(
    () => {
      expect(process.output()).toContain('The gateway is ready')
      expect(node.counts.size).toBeGreaterThan(0)
    },
    { timeout: 30_000 },
  )
  await process.stop()
  node.setFault(() => undefined)
  hear('process', process.output())
  expect(listPieces()).toEqual([])
})

type Asked = { method: string; path: string }

async function askEverything(condition: string): Promise<void> {
  const pages = ['/', '/home', '/apps/open?appUrl=https://app.example', '/x.js']
  const own = ['/health', '/metrics', '/api', '/api-json', '/rpc/31337']
  const paths = Object.values(allEndpoints)
    .flatMap((group) => Object.values(group))
    .flatMap(({ method, path: template, aliases = [] }) =>
      [template, ...aliases].map((each) => ({ method, path: fill(each) })),
    )
  await askOf(condition, [
    ...[...pages, ...own].map((each) => ({ method: 'GET', path: each })),
    ...paths,
    { method: 'POST', path: '/rpc/31337' },
  ])
}

async function askOf(condition: string, all: readonly Asked[]): Promise<void> {
  const { url } = gateway
  for (const { method, path: asked } of all) {
    const body = asked.startsWith('/rpc/') ? rpcCalls : {}
    const reply = await fetch(url + asked, {
      method,
      ...(method === 'GET'
        ? {}
        : {
            headers: { 'content-type': 'application/json' },
            body: JSON.stringify(body),
          }),
    })
    const text = asked.startsWith('/v1/live')
      ? await readHello(reply)
      : await reply.text()
    const headers = JSON.stringify([...reply.headers])
    hear(
      `${condition}: ${method} ${asked}`,
      `${reply.status} ${headers} ${text}`,
    )
  }
}

const rpcCalls = [
  { method: 'eth_blockNumber', params: [] },
  { method: 'eth_getBlockByNumber', params: ['latest', true] },
  { method: 'eth_call', params: [{ to: zeroHash.slice(0, 42) }, 'latest'] },
  { method: 'eth_sendRawTransaction', params: ['0x00'] },
  { method: 'web3_clientVersion', params: [] },
  {
    method: 'eth_simulateV1',
    params: [{ blockStateCalls: [{ calls: [] }] }, 'latest'],
  },
].map((call, id) => ({ jsonrpc: '2.0', id, ...call }))

function fill(template: string): string {
  const values: Record<string, string> = {
    chainId: '31337',
    address: safe,
    safe_address: safe,
    currency: 'usd',
    transactionId: zeroHash,
    safeTxHash: zeroHash,
    message_hash: zeroHash,
  }
  const filled = template.replace(
    /\{(\w+)\}/g,
    (_whole, name: string) => values[name] ?? safe,
  )
  if (filled.startsWith('/v2/chains')) return `${filled}?serviceKey=x`
  return filled === '/v1/live' ? `${filled}?safes=31337:${safe}` : filled
}

/** A stream does not end: its beginning is read. */
async function readHello(reply: Response): Promise<string> {
  const reader = reply.body?.getReader()
  const first = await reader?.read()
  await reader?.cancel()
  return Buffer.from(first?.value ?? []).toString()
}

/** The address of a node in every place where a configuration can be wrong. */
async function listBrokenConfigs(): Promise<string[]> {
  const url = `${node.url}${path}`
  const whole = await readFile(configFile, 'utf8')
  const chain = { chainId: 31337, rpcUrls: [url] }
  return [
    whole.replace('"]', '"'),
    whole.replace(`"${url}"`, `"${url}" x`),
    whole.replace(`"${url}"`, url),
    JSON.stringify({ chains: [{ ...chain, rpcUrls: [`ftp://x/${key}`] }] }),
    JSON.stringify({ chains: [{ ...chain, rpcUrls: url }] }),
    JSON.stringify({ chains: [{ ...chain, rpcUrls: [[url]] }] }),
    JSON.stringify({ chains: [{ ...chain, chainId: url }] }),
    JSON.stringify({ chains: [{ ...chain, rpcAuthentication: url }] }),
    JSON.stringify({ chains: [chain], port: url }),
    JSON.stringify({ chains: url }),
  ]
}

/** It reads the configuration before anything is started. */
async function runLauncher(config: string): Promise<string> {
  const isJson = await readFile(config, 'utf8').then((text) => {
    try {
      return Boolean(JSON.parse(text))
    } catch {
      return false
    }
  })
  if (isJson) return ''
  const child = spawn(process.execPath, [launcher, '--config', config])
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      output += String(chunk)
    })
  await new Promise((resolve) => child.once('exit', resolve))
  expect(output).toContain('is not valid JSON')
  return output
}

/** Where eight characters of a secret, or the address itself, were read. */
function listPieces(): string[] {
  const secrets = [key, token].flatMap((secret) =>
    Array.from({ length: secret.length - 7 }, (_, at) =>
      secret.slice(at, at + 8),
    ),
  )
  const pieces = [...secrets, new URL(node.url).host]
  const found = heard.filter(({ text }) =>
    pieces.some((piece) => text.toLowerCase().includes(piece.toLowerCase())),
  )
  return [
    ...new Set(
      found.map(({ where, text }) => `${where}: ${text.slice(0, 300)}`),
    ),
  ]
}
