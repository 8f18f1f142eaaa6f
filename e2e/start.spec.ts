import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import {
  chmod,
  chown,
  copyFile,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import {
  findFreePorts,
  type Product,
  startProduct,
  stopLeftProducts,
} from './product.js'

// What a user meets at the terminal. Each test starts products of its own.
test.describe.configure({ timeout: 300_000 })

let data: string

test.beforeEach(async () => {
  data = await makeSeededFolder()
})
test.afterEach(async () => {
  await stopLeftProducts()
  await rm(data, { recursive: true, force: true })
})

/**
 * A data folder whose chains have the demo world already, if the product that
 * all tests share has saved it by now; else the product sets it up itself.
 */
async function makeSeededFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'covault-start-'))
  const from = join(process.env.COVAULT_DATA ?? '', 'chains')
  await mkdir(join(folder, 'chains'))
  const names = [31337, 31338].flatMap((chainId) =>
    ['copy', 'genesis'].map((ending) => `${chainId}.json.${ending}`),
  )
  if (!names.every((name) => existsSync(join(from, name)))) return folder
  for (const name of names)
    await copyFile(join(from, name), join(folder, 'chains', name))
  return folder
}

type Ledger = { pid: number; match: string }[]

const readLedger = async (): Promise<Ledger> =>
  JSON.parse(await readFile(join(data, 'processes.json'), 'utf8'))

const commandLine = (pid: number): Promise<string> =>
  readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')

async function expectAllGone(ledger: Ledger): Promise<void> {
  for (const { pid, match } of ledger)
    await expect
      .poll(async () => (await commandLine(pid)).includes(match))
      .toBe(false)
}

async function readBlocks(product: Product): Promise<number> {
  const answer = await fetch(`http://127.0.0.1:${product.port + 1}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_blockNumber' }),
  })
  return Number((await answer.json()).result)
}

/** Sooner or later: right after a start a node may still be busy. */
async function expectHealthy(product: Product): Promise<void> {
  await expect(async () => {
    const reply = await fetch(`${product.url}/health/ready`)
    expect(await reply.json()).toEqual({
      status: 'OK',
      chains: [
        { chainId: '31337', status: 'ok', reason: null },
        { chainId: '31338', status: 'ok', reason: null },
      ],
    })
  }).toPass({ timeout: 20_000 })
}

test('stops everything it started, finds the data again, and recovers from kill -9 @full', async () => {
  const first = await startProduct({ data })
  await expectHealthy(first)
  const blocks = await readBlocks(first)
  const ledger = await readLedger()
  expect(ledger.length).toBe(4)
  await test.step('a second instance on one folder is refused, naming the first', async () => {
    await expect(startProduct({ data })).rejects.toThrow(
      `Covault already runs on ${data}, with process id ${first.process.pid}`,
    )
  })
  await first.stop()
  expect(await first.ended).toBe(0)
  await expectAllGone(ledger)
  const second = await startProduct({ data })
  await expectHealthy(second)
  expect(await readBlocks(second)).toBe(blocks)
  const left = await readLedger()
  process.kill(second.process.pid ?? 0, 'SIGKILL')
  await second.ended
  const third = await startProduct({ data })
  await expectHealthy(third)
  await expectAllGone(left)
  await third.stop()
})

test('starts the networks and the folder alone, without a gateway @full', async () => {
  const product = await startProduct({
    data,
    arguments: ['--without', 'gateway'],
  })
  const ledger = await readLedger()
  const lines = await Promise.all(ledger.map(({ pid }) => commandLine(pid)))
  expect(lines.filter((line) => line.includes('serve.mjs'))).toHaveLength(1)
  expect(lines.filter((line) => /gateway|postgres/.test(line))).toEqual([])
  expect(await readBlocks(product)).toBeGreaterThan(0)
  const page = await fetch(`${product.url}/transactions/queue`)
  expect(await page.text()).toContain('href="/chains.json"')
  const beside = await (await fetch(`${product.url}/chains.json`)).json()
  expect(beside.chains.map((one: { chainId: number }) => one.chainId)).toEqual([
    31337, 31338,
  ])
  expect(beside.safes.length).toBeGreaterThan(0)
  expect(beside.tokens.length).toBeGreaterThan(0)
  await product.stop()
  expect(await product.ended).toBe(0)
  await expectAllGone(ledger)
})

test('explains what is wrong before it starts anything', async () => {
  await test.step('which port is taken', async () => {
    const port = await findFreePorts()
    const stranger = createServer().listen(port + 2, '127.0.0.1')
    await expect(startProduct({ data, port })).rejects.toThrow(
      `Port ${port + 2} on 127.0.0.1 is taken by another program.`,
    )
    stranger.close()
  })
  if (process.getuid?.() === 0)
    await test.step('that another user has made the folder', async () => {
      const made = join(data, 'made')
      await mkdir(made)
      await chown(made, 65_534, 65_534)
      await expect(startProduct({ data: made })).rejects.toThrow(
        `Root cannot keep data safely in ${made}: it belongs to user 65534.`,
      )
    })
  await test.step('what is wrong with the configuration', async () => {
    const file = join(data, 'covault.config.json')
    const start = async (content: string) => {
      await writeFile(file, content)
      return startProduct({ data, arguments: ['--config', file] })
    }
    await expect(start('{"chains":[]}')).rejects.toThrow(/chains/)
    await expect(start('{')).rejects.toThrow(/is not valid JSON/)
  })
})

test('begins again when it is told to @full', async () => {
  const first = await startProduct({ data })
  await expectHealthy(first)
  await first.stop()
  const second = await startProduct({ data, arguments: ['--reset'] })
  await expectHealthy(second)
  await second.stop()
  expect(await readdir(data)).toContain('chains')
})

for (const victim of ['gateway', 'chain', 'database'] as const)
  test(`recovers after kill -9 of the ${victim} @full`, async () => {
    const first = await startProduct({ data })
    await expectHealthy(first)
    const ledger = await readLedger()
    const pids = await findPids(ledger)
    process.kill(pids[victim], 'SIGKILL')
    if (victim === 'database') {
      // The gateway starts it again by itself.
      await expectHealthy(first)
      await first.stop()
    } else {
      await first.ended
      expect(first.output()).toContain('start again with npm start')
    }
    const second = await startProduct({ data })
    await expectHealthy(second)
    await expectAllGone(ledger)
    await second.stop()
  })

async function findPids(ledger: Ledger) {
  const find = async (pattern: RegExp) => {
    for (const { pid } of ledger)
      if (pattern.test(await commandLine(pid))) return pid
    throw new Error(`No process like ${pattern} is running.`)
  }
  return {
    gateway: await find(/gateway\/dist\/main\.js/),
    chain: await find(/anvil/),
    database: await find(/postgres/),
  }
}

test('runs twice at the same time with two ports and two folders @full', async () => {
  const other = await makeSeededFolder()
  const [one, two] = await Promise.all([
    startProduct({ data }),
    startProduct({ data: other }),
  ])
  await Promise.all([expectHealthy(one), expectHealthy(two)])
  await Promise.all([one.stop(), two.stop()])
  await rm(other, { recursive: true, force: true })
})

test('runs as an ordinary user @full', async () => {
  test.skip(process.getuid?.() !== 0, 'we are one already')
  const nobody = 65_534
  const entered = spawnSync('/bin/sh', ['-c', 'cd "$0"', process.cwd()], {
    uid: nobody,
    gid: nobody,
    cwd: '/',
  })
  test.skip(entered.status !== 0, 'the checkout is closed to others')
  await rm(join(data, 'chains'), { recursive: true })
  await chown(data, nobody, nobody)
  await chmod(data, 0o700)
  const product = await startProduct({ data, user: nobody })
  await expectHealthy(product)
  await product.stop()
  expect(await product.ended).toBe(0)
})

test('starts no local chain when real networks are configured', async () => {
  await rm(join(data, 'chains'), { recursive: true })
  const file = join(data, 'covault.config.json')
  const content = JSON.stringify({
    chains: [{ chainId: 11155111, rpcUrls: ['http://127.0.0.1:9'] }],
  })
  await writeFile(file, content)
  const product = await startProduct({ data, arguments: ['--config', file] })
  expect(await readdir(data)).not.toContain('chains')
  for (const name of ['', 'logs', 'logs/gateway.log', 'processes.json']) {
    const { mode } = await stat(join(data, name))
    // Root lets the account of the database pass through.
    expect(mode & 0o067, name).toBe(0)
  }
  const reply = await fetch(`${product.url}/health/ready`)
  expect((await reply.json()).chains).toEqual([
    {
      chainId: '11155111',
      status: 'degraded',
      reason: 'The RPC endpoint does not answer.',
    },
  ])
  await product.stop()
})
