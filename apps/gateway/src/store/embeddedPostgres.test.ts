import { execFileSync } from 'node:child_process'
import { chmod, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { rememberChain } from './chains.js'
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from './embeddedPostgres.js'
import { isStoreAlive, openStore } from './openStore.js'
import { isRunning } from './processes.js'

const log = pino({ level: 'silent' })
const genesisHash = `0x${'ab'.repeat(32)}` as const
const running: EmbeddedPostgres[] = []
let root = ''

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'covault store '))
  await chmod(root, 0o755)
})

afterEach(async () => {
  for (const server of running.splice(0)) {
    await server.stop()
    if (!server.folder.startsWith(root))
      await rm(server.folder, { recursive: true, force: true })
  }
  await rm(root, { recursive: true, force: true })
})

async function start(dataFolder: string): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres({ dataFolder, log })
  running.push(server)
  return server
}

async function writeAndClose(url: string): Promise<void> {
  const store = await openStore({ url, log })
  await rememberChain(store, { chainId: 31337, genesisHash })
  await store.destroy()
}

async function readPid(server: EmbeddedPostgres): Promise<number> {
  const file = join(server.folder, 'postmaster.pid')
  return Number.parseInt(await readFile(file, 'utf8'), 10)
}

test('keeps what was written through a stop and a start, in a path with spaces and of 150 characters', async () => {
  const folder = join(root, 'a folder with spaces', 'x'.repeat(110))
  expect(folder.length).toBeGreaterThan(150)
  const first = await start(folder)
  await writeAndClose(first.url)
  await first.stop()
  const second = await start(folder)
  const store = await openStore({ url: second.url, log })
  const known = await rememberChain(store, {
    chainId: 31337,
    genesisHash: `0x${'00'.repeat(32)}`,
  })
  await store.destroy()
  expect(known).toBe(genesisHash)
})

test('keeps the password readable for the owner alone', async () => {
  const { folder } = await start(root)
  const { mode } = await stat(join(folder, 'covault.password'))
  expect(mode & 0o777).toBe(0o600)
})

test('ends the server that a killed gateway left behind and goes on with its data', async () => {
  const abandoned = await start(root)
  await writeAndClose(abandoned.url)
  const pid = await readPid(abandoned)
  // Nobody stops the first one: as after kill -9 of the gateway. Its own
  // supervisor sees the end and must not be in the way, so it is told to stop
  // only after the second has started.
  const second = await startEmbeddedPostgres({ dataFolder: root, log })
  running.splice(0, 1)
  expect(isRunning(pid)).toBe(false)
  await writeAndClose(second.url)
  await abandoned.stop()
  await second.stop()
})

test('starts beside a pid file whose number belongs to a stranger', async () => {
  const first = await start(root)
  await first.stop()
  await writeFile(join(first.folder, 'postmaster.pid'), `${process.pid}\n`)
  await writeAndClose((await start(root)).url)
})

test('starts the server again when it dies', async () => {
  const server = await start(root)
  const store = await openStore({ url: server.url, log })
  process.kill(await readPid(server), 'SIGKILL')
  await vi.waitFor(async () => expect(await isStoreAlive(store)).toBe(false))
  await vi.waitFor(async () => expect(await isStoreAlive(store)).toBe(true), {
    timeout: 20_000,
    interval: 50,
  })
  await store.destroy()
})

test.runIf(process.getuid?.() === 0)(
  'works below a folder closed to everyone else, and says where the data is',
  async () => {
    await chmod(root, 0o700)
    const server = await start(join(root, 'data'))
    expect(server.folder).toMatch(
      /^\/var\/tmp\/covault-[0-9a-f]{12}\/data-[0-9a-f]{12}$/,
    )
    await writeAndClose(server.url)
    const owner = execFileSync('stat', ['-c', '%u', server.folder])
    expect(owner.toString().trim()).not.toBe('0')
  },
)
