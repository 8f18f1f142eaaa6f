import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  chmod,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
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
  // Two of them may have had the same folder, one after the other.
  const servers = running.splice(0)
  for (const server of servers) await server.stop()
  for (const { folder } of servers)
    if (!folder.startsWith(root))
      await rm(folder, { recursive: true, force: true })
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

test('nobody but the owner and the server can enter the data folder', async () => {
  const { folder } = await start(join(root, 'data'))
  const { mode, gid } = await stat(join(root, 'data'))
  const server = await stat(folder)
  const isRoot = process.getuid?.() === 0
  expect(mode & 0o777).toBe(isRoot ? 0o710 : 0o700)
  if (isRoot) expect(gid).toBe(server.gid)
  expect(server.mode & 0o777).toBe(0o700)
})

// Only root hands the database to another account.
if (process.getuid?.() === 0) {
  const checkout = createHash('sha256').update(process.cwd()).digest('hex')
  /** Where earlier versions kept the database. */
  const former = `/var/tmp/covault-${checkout.slice(0, 12)}`

  const aside = `${former}.aside`

  // What an operator may still have there is not the tests' to change.
  beforeEach(() => rename(former, aside).catch(() => undefined))
  afterEach(async () => {
    await rm(former, { recursive: true, force: true })
    await rename(aside, former).catch(() => undefined)
  })

  const startClosed = async () => {
    await mkdir(join(root, 'closed'), { recursive: true, mode: 0o700 })
    return start(join(root, 'closed', 'data'))
  }

  test('works below a folder closed to everyone else, in a place that only root can write to', async () => {
    const server = await startClosed()
    expect(server.folder).toMatch(
      /^\/var\/lib\/covault\/[0-9a-f]{12}\/data-[0-9a-f]{12}$/,
    )
    await writeAndClose(server.url)
    const { uid, gid, mode } = await stat(server.folder)
    expect(uid).not.toBe(0)
    expect(mode & 0o777).toBe(0o700)
    expect(await stat(dirname(server.folder))).toMatchObject({
      uid: 0,
      gid,
      mode: 0o40710,
    })
    const data = await stat(join(root, 'closed', 'data'))
    expect(data.mode & 0o777).toBe(0o700)
  })

  test('moves the database of an earlier version, which root had made', async () => {
    const first = await startClosed()
    await writeAndClose(first.url)
    await first.stop()
    await mkdir(former)
    await rename(first.folder, join(former, basename(first.folder)))
    const second = await startClosed()
    expect(second.folder).toBe(first.folder)
    const store = await openStore({ url: second.url, log })
    const known = await rememberChain(store, {
      chainId: 31337,
      genesisHash: `0x${'00'.repeat(32)}`,
    })
    await store.destroy()
    expect(known).toBe(genesisHash)
    await expect(stat(former)).rejects.toThrow('ENOENT')
  })

  test('runs and changes nothing that another user has prepared', async () => {
    const bait = join(root, 'bait')
    await writeFile(bait, 'secret', { mode: 0o600 })
    const first = await startClosed()
    await first.stop()
    const kept = await readdir(dirname(first.folder))
    const native = kept.find((name) => name.startsWith('native-')) ?? ''
    expect(native).not.toBe('')
    await rm(first.folder, { recursive: true })
    const prepare = `
      mkdir -p "$0/${native}/bin" "$0/${basename(first.folder)}" || exit 1
      cd "$0/${native}/bin"
      printf '#!/bin/sh\nid > ${former}/ran\nexit 1\n' > initdb
      chmod 755 initdb
      ln -s "${bait}" postgres
    `
    const nobody = { uid: 65_534, gid: 65_534, cwd: '/' }
    execFileSync('/bin/sh', ['-c', prepare, former], nobody)
    const second = await startClosed()
    await writeAndClose(second.url)
    expect((await stat(bait)).mode & 0o777).toBe(0o600)
    expect((await readdir(former)).sort()).toEqual(
      [basename(first.folder), native].sort(),
    )
    expect((await stat(former)).uid).toBe(nobody.uid)
  })
}
