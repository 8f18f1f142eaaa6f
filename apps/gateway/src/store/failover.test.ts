import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { findFreePort } from '../testing/findFreePort.js'
import {
  type PostgresCluster,
  startPostgresCluster,
} from '../testing/postgresCluster.js'
import { silent } from '../testing/silent.js'
import { readHosts } from './hosts.js'
import { type Leadership, tryToLead } from './leader.js'
import { listenToOutbox } from './listen.js'
import { getLists, openStore, type Store } from './openStore.js'
import { announce, listChanges } from './outbox.js'
import { whileReading } from './replicas.js'
import { isStoreFailure } from './storeFailure.js'
import { openWatched } from './watchedConnection.js'

const safe = '0x056872b23d43b6a69f1dad82E2E9F0a18Fd1B4D6'
const chainId = 31337

let cluster: PostgresCluster
let url: string
let store: Store

beforeAll(async () => {
  cluster = await startPostgresCluster({ size: 2, synchronous: false })
  // The replica comes first: it is not the one to write to.
  const hosts = cluster.servers.map(({ port }) => `127.0.0.1:${port}`).reverse()
  url = `postgresql://covault@${hosts}/postgres?target_session_attrs=read-write`
  const readUrl = cluster.servers[1]?.url
  store = await openStore({ url, readUrl, log: silent })
}, 60_000)
afterAll(async () => {
  await store?.destroy()
  await cluster?.stop()
})

const write = () =>
  announce(store, {
    chainId,
    changes: [{ safe, kind: 'queue', ref: null, block: null }],
  })

const readLast = () =>
  listChanges(store, { after: 0n, limit: 1_000 }).then(
    (changes) => changes.at(-1)?.id,
  )

function readInRequest<result>(work: () => Promise<result>): Promise<result> {
  return new Promise((resolve, reject) =>
    whileReading(() => void work().then(resolve, reject)),
  )
}

const findPort = () =>
  sql<{ port: string }>`select current_setting('port') as port`
    .execute(store)
    .then(({ rows }) => Number(rows[0]?.port))

test('a list is read from the replica once it has what was committed', async () => {
  const [primary, replica] = cluster.servers
  const lists = getLists(store)
  const read = <result>(work: () => Promise<result>) =>
    lists?.read({ chainId, safe }, work)
  await expect.poll(() => read(findPort)).toBe(replica?.port)
  await cluster.query(primary ?? cluster.primary(), 'checkpoint')
  if (replica) await cluster.query(replica, 'select pg_wal_replay_pause()')
  await write()
  lists?.changed(chainId, safe)
  // Nobody reads less than they were told of.
  expect(await read(findPort)).toBe(primary?.port)
  const other = '0x0000000000000000000000000000000000000001'
  const ofOther = lists?.read({ chainId, safe: other }, findPort)
  expect(await ofOther).toBe(replica?.port)
  expect(await lists?.read(undefined, findPort)).toBe(primary?.port)
  if (replica) await cluster.query(replica, 'select pg_wal_replay_resume()')
  await expect.poll(() => read(findPort)).toBe(replica?.port)
  expect(await lists?.read(undefined, findPort)).toBe(replica?.port)
  // What writes goes to the primary, no matter who asks.
  expect(await findPort()).toBe(primary?.port)
  await read(write)
})

test('anyone who prefers a standby goes back to it once there is one', async () => {
  const [primary, replica] = cluster.servers
  const port = await findFreePort()
  const hosts = readHosts(
    `postgres://covault@127.0.0.1:${port},127.0.0.1:${primary?.port}/postgres?target_session_attrs=prefer-standby`,
  )
  const lost = vi.fn()
  const open = () => openWatched({ hosts, onLost: lost, preferredMs: 100 })
  const alone = await open()
  expect(alone.url).toBe(hosts.urls[1])
  await delay(300)
  expect(lost).not.toHaveBeenCalled()
  const wire = await startWire(replica?.port ?? 0, port)
  await expect.poll(() => lost.mock.calls.length).toBe(1)
  const back = await open()
  expect(back.url).toBe(hosts.urls[0])
  await delay(300)
  expect(lost).toHaveBeenCalledTimes(1)
  await back.end()
  wire.end()
  await wire.stop()
})

test('while the primary is lost reading goes on, and the promoted one is found', async () => {
  let heard = 0
  const listener = listenToOutbox({ url, log: silent, onChange: () => heard++ })
  const before = await readLast()
  const tryToWrite = () =>
    write().then(
      () => 'written',
      (error: unknown) => isStoreFailure(error),
    )

  await cluster.kill(cluster.primary())
  expect(await tryToWrite()).toBe(true)
  expect(await readInRequest(readLast)).toBe(before)
  const lost = tryToLead({ store, url, duty: 'bridges', log: silent })
  await expect(lost).rejects.toThrow('read-write')

  await cluster.promote()
  await expect.poll(tryToWrite, { timeout: 10_000 }).toBe('written')
  await expect.poll(() => heard, { timeout: 20_000 }).toBeGreaterThan(0)
  const reached = heard
  await write()
  // Two rounds of looking for the primary, where one of the hosts is silent.
  await expect.poll(() => heard, { timeout: 20_000 }).toBeGreaterThan(reached)
  await listener.stop()
}, 60_000)

test('a leader that is cut off stops before another begins @full', async () => {
  const { port } = cluster.primary()
  const wire = await startWire(port)
  const direct = `postgres://covault@127.0.0.1:${wire.port}/postgres?target_session_attrs=read-write`
  const duty = 'bridges'
  const former = await tryToLead({ store, url: direct, duty, log: silent })
  expect(former?.isHeld()).toBe(true)
  expect(await tryToLead({ store, url, duty, log: silent })).toBe(undefined)
  // Neither side is told: the server keeps the session, and so the lock.
  wire.cut()
  const cutAt = performance.now()
  await expect.poll(() => former?.isHeld(), { timeout: 10_000 }).toBe(false)
  expect(performance.now() - cutAt).toBeLessThan(4_100)
  // The server ends it only now, as it does when its own patience is over.
  wire.end()
  const freedAt = performance.now()
  let next: Leadership | undefined
  await expect
    .poll(
      async () => {
        next = await tryToLead({ store, url, duty, log: silent })
        return next !== undefined
      },
      { timeout: 20_000 },
    )
    .toBe(true)
  expect(performance.now() - freedAt).toBeGreaterThan(5_000)
  await delay(2_000)
  expect(next?.isHeld()).toBe(true)
  await next?.release()
  await wire.stop()
}, 60_000)

/** A connection that can go silent without an end. */
async function startWire(target: number, at = 0) {
  const pairs: [Socket, Socket][] = []
  const server = createServer((near) => {
    const far = connect(target, '127.0.0.1')
    pairs.push([near, far])
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      from.on('error', () => undefined)
      from.on('data', (data) => to.write(data))
    }
  })
  await new Promise<void>((resolve) => server.listen(at, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    port,
    cut() {
      for (const pair of pairs)
        for (const socket of pair) socket.removeAllListeners('data')
    },
    end() {
      for (const pair of pairs) for (const socket of pair) socket.destroy()
    },
    stop: () => new Promise((resolve) => server.close(resolve)),
  }
}
