import { connect } from 'node:net'
import {
  appConfig,
  createClient,
  followLive,
  type LiveEvent,
} from '@covault/api'
import { sql } from 'kysely'
import { type Address, getAddress, pad, toHex } from 'viem'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { createLiveHub } from '../../http/live.js'
import { openStore, type Store } from '../../store/openStore.js'
import { announce, pruneOutbox, readOutboxBounds } from '../../store/outbox.js'
import { silent } from '../silent.js'
import { createTestApp, type TestApp } from '../testApp.js'
import { shareTestWorld, type TestWorld } from '../testWorld.js'

let world: TestWorld
let databaseUrl: string
/** What the indexer or another process writes with. */
let store: Store
let apps: TestApp[]
let urls: string[]
let made = 0

beforeAll(async () => {
  world = await shareTestWorld()
  ;({ url: databaseUrl, store } = await world.openDatabase())
  apps = await Promise.all([0, 1].map(startApp))
  urls = await Promise.all(
    apps.map(({ app }) => app.listen({ host: '127.0.0.1', port: 0 })),
  )
}, 300_000)
afterAll(async () => {
  for (const app of apps ?? []) {
    await app.stop()
    await app.store.destroy()
  }
  await world?.stop()
})

/** Each with connections of its own, as processes have. */
async function startApp(): Promise<TestApp> {
  const own = await openStore({ url: databaseUrl, log: silent })
  return createTestApp({
    rpcUrl: 'http://127.0.0.1:1',
    database: { url: databaseUrl, store: own },
    configuration: { access: { origins: ['https://other.example'] } },
  })
}

const newSafe = (): Address =>
  getAddress(pad(toHex(++made), { size: 20, dir: 'right' }))

const change = (safe: Address, ref: string) => ({
  safe,
  kind: 'queue' as const,
  ref,
  block: null,
})
const tell = (safe: Address, ...refs: string[]) =>
  announce(store, {
    chainId: 31337,
    changes: refs.map((ref) => change(safe, ref)),
  })

const readers: AbortController[] = []
afterEach(() => {
  for (const reader of readers.splice(0)) reader.abort()
})

type Reader = {
  events: LiveEvent[]
  /** Waits for so many events, the greeting included. */
  until(count: number): Promise<LiveEvent[]>
  stop(): void
}

function open(
  safes: readonly Address[],
  { at = 0, after }: { at?: number; after?: string } = {},
): Reader {
  const controller = new AbortController()
  readers.push(controller)
  const events: LiveEvent[] = []
  let wake = () => {}
  const stream = followLive(createClient({ baseUrl: urls[at] ?? '' }), {
    safes: safes.map((address) => ({ chainId: 31337, address })),
    signal: controller.signal,
    lastEventId: after,
  })
  void (async () => {
    for await (const event of stream) {
      events.push(event)
      wake()
    }
  })()
  return {
    events,
    async until(count) {
      while (events.length < count)
        await new Promise<void>((resolve) => {
          wake = resolve
        })
      return events
    },
    stop: () => controller.abort(),
  }
}

const names = (events: readonly LiveEvent[]) => events.map(({ name }) => name)
const refs = (events: readonly LiveEvent[]) =>
  events.filter(({ name }) => name === 'queue').map(({ ref }) => ref)

test('greets, then tells what changed in the safes asked for, from any process', async () => {
  const [mine, other] = [newSafe(), newSafe()]
  const reader = open([mine], { at: 1 })
  await reader.until(1)
  await tell(other, 'not for us')
  await announce(store, {
    chainId: 31337,
    changes: [
      { safe: mine, kind: 'history', ref: null, block: 12n },
      change(mine, 'multisig_x'),
    ],
  })
  const [hello, history, queue] = await reader.until(3)
  expect(hello).toMatchObject({ name: 'hello', chainId: null, safe: null })
  expect(history).toMatchObject({
    name: 'history',
    chainId: 31337,
    safe: mine,
    ref: null,
    block: 12,
  })
  expect(queue).toMatchObject({ name: 'queue', ref: 'multisig_x', block: null })
  expect(Number(queue?.id)).toBeGreaterThan(Number(history?.id))
})

test('resumes after the last event, in another process, without loss or repetition', async () => {
  const safe = newSafe()
  const first = open([safe])
  await first.until(1)
  await tell(safe, '1', '2', '3')
  const [, one] = await first.until(4)
  first.stop()
  await tell(safe, '4')
  const resumed = open([safe], { at: 1, after: one?.id ?? '' })
  await resumed.until(4)
  await tell(safe, '5')
  const events = await resumed.until(5)
  expect(names(events)[0]).toBe('hello')
  expect(refs(events)).toEqual(['2', '3', '4', '5'])
})

test('takes the id from the query where there is no header', async () => {
  const safe = newSafe()
  await tell(safe, '1', '2')
  const { last } = await readOutboxBounds(store)
  const url = `${urls[0]}/v1/live?safes=31337:${safe}&lastEventId=${last - 1n}`
  const text = await readUntil(url, 'data: {"chainId":"31337"')
  expect(text).toContain(`id: ${last - 1n}\nevent: hello`)
  expect(text).toContain(`id: ${last}\nevent: queue`)
  expect(text).toContain('"ref":"2"')
  expect(text).not.toContain('"ref":"1"')
})

test('loses nothing while readers come and go and writers write', async () => {
  const safe = newSafe()
  const total = 150
  let last: string | undefined
  const seen: (string | null)[] = []
  const greeted = open([safe])
  last = (await greeted.until(1))[0]?.id
  greeted.stop()
  const writing = (async () => {
    for (let next = 1; next <= total; next++) await tell(safe, String(next))
  })()
  for (let round = 0; seen.length < total; round++) {
    const reader = open([safe], { at: round % 2, after: last ?? '0' })
    const events = [...(await reader.until(2 + (round % 7)))]
    reader.stop()
    const told = events.filter(({ name }) => name === 'queue')
    seen.push(...told.map(({ ref }) => ref))
    last = told.at(-1)?.id ?? last
  }
  await writing
  expect(seen).toEqual(Array.from({ length: total }, (_, at) => `${at + 1}`))
})

test.each(['nonsense', '-1', '999999999999', '9'.repeat(40)])(
  'tells that events may be missing after the unknown id %s',
  async (after) => {
    const safe = newSafe()
    const reader = open([safe], { after })
    await reader.until(2)
    await tell(safe, 'next')
    expect(names(await reader.until(3))).toEqual(['hello', 'reset', 'queue'])
  },
)

test('tells that events are missing after an id that has expired', async () => {
  const safe = newSafe()
  await tell(safe, 'old', 'older', 'recent')
  const { last } = await readOutboxBounds(store)
  await sql`
    update outbox set created_at = now() - interval '8 days'
    where id < ${last}
  `.execute(store)
  await pruneOutbox(store, { olderThanSeconds: 7 * 86_400 })
  expect(await readOutboxBounds(store)).toEqual({ first: last, last })
  const expired = open([safe], { after: String(last - 2n) })
  expect(names(await expired.until(2))).toEqual(['hello', 'reset'])
  const kept = open([safe], { after: String(last - 1n) })
  expect(refs(await kept.until(2))).toEqual(['recent'])
  await sql`update outbox set created_at = now() - interval '8 days'`.execute(
    store,
  )
  await pruneOutbox(store, { olderThanSeconds: 7 * 86_400 })
  // The latest is kept: without it nobody knew which ids were given.
  expect(await readOutboxBounds(store)).toEqual({ first: last, last })
})

test('tells that events are missing when they are too many', async () => {
  const safe = newSafe()
  await tell(safe, 'first')
  const { last } = await readOutboxBounds(store)
  await tell(safe, ...Array.from({ length: 1001 }, (_, at) => String(at)))
  const reader = open([safe], { after: String(last) })
  expect(names(await reader.until(2))).toEqual(['hello', 'reset'])
  await tell(safe, 'after')
  expect(refs(await reader.until(3))).toEqual(['after'])
})

test('drops a reader that does not read, who then resumes', async () => {
  const safe = newSafe()
  const ready = open([safe])
  await ready.until(1)
  const { port } = new URL(urls[0] ?? '')
  const socket = connect(Number(port), '127.0.0.1')
  const dropped = new Promise((resolve) => socket.once('close', resolve))
  socket.write(
    `GET /v1/live?safes=31337:${safe} HTTP/1.1\r\nhost: localhost\r\n\r\n`,
  )
  await new Promise((resolve) => socket.once('data', resolve))
  socket.pause()
  const long = 'x'.repeat(20_000)
  for (let at = 1; at <= 20; at++) {
    await tell(safe, ...Array.from({ length: 30 }, () => long))
    // The one who reads is told everything all the same.
    await ready.until(1 + 30 * at)
  }
  socket.on('error', () => undefined).resume()
  await dropped
  const ids = ready.events.map(({ id }) => id)
  const resumed = open([safe], { after: ids.at(-11) ?? '' })
  const events = await resumed.until(11)
  expect(events.slice(1).map(({ id }) => id)).toEqual(ids.slice(-10))
})

test('anyone who begins where the configuration says it stands misses nothing', async () => {
  const safe = newSafe()
  const [hello] = await open([safe]).until(1)
  // It says where it stood two seconds ago, when other processes had heard too.
  const livePosition = await vi.waitFor(async () => {
    const reply = await fetch(`${urls[0]}/app-config`)
    const { livePosition = '' } = appConfig.parse(await reply.json())
    expect(livePosition).toBe(hello?.id)
    return livePosition
  }, 10_000)
  await tell(safe, 'between')
  const events = await open([safe], { after: livePosition }).until(2)
  expect(names(events)).toEqual(['hello', 'queue'])
})

test('says that it is still here, with an id to resume after', async () => {
  const hub = createLiveHub({
    store,
    databaseUrl,
    log: silent,
    heartbeatMs: 20,
  })
  await hub.ready()
  const { last } = await readOutboxBounds(store)
  const texts: string[] = []
  const heard = new Promise<void>((resolve) => {
    const stream = {
      safes: [{ chainId: 31337, address: newSafe() }],
      lastEventId: undefined,
      write: (text: string) => {
        if (texts.push(text) === 3) resolve()
      },
      isOpen: () => true,
      end: () => {},
    }
    void hub.open(stream)
  })
  await heard
  await hub.stop()
  expect(texts[0]).toMatch(/^id: \d+\nevent: hello\n/)
  expect(texts.slice(1)).toEqual(
    [1, 2].map(() => `: still here\nid: ${last}\n\n`),
  )
})

test('refuses more than fifty safes, none, and pages of strangers', async () => {
  const ask = (query: string, origin?: string) =>
    fetch(`${urls[0]}/v1/live${query}`, { headers: origin ? { origin } : {} })
  const many = Array.from({ length: 51 }, () => `31337:${newSafe()}`)
  const refused = await ask(`?safes=${many.join(',')}`)
  expect(refused.status).toBe(422)
  expect(await refused.json()).toMatchObject({
    message: 'At most 50 safes are followed by one stream',
  })
  expect((await ask('')).status).toBe(422)
  const query = `?safes=31337:${newSafe()}`
  const foreign = await ask(query, 'https://evil.example')
  expect(foreign.status).toBe(403)
  expect(await foreign.json()).toEqual({
    statusCode: 403,
    message: 'Origin not allowed',
    error: 'Forbidden',
  })
  const allowed = await ask(query, 'https://other.example')
  expect(allowed.headers.get('access-control-allow-origin')).toBe(
    'https://other.example',
  )
  expect(allowed.headers.get('content-type')).toBe(
    'text/event-stream; charset=utf-8',
  )
  await allowed.body?.cancel()
  expect((await ask(query, urls[0])).status).toBe(200)
})

test('holds a hundred streams open for one caller, and no more', async () => {
  const extra = await startApp()
  const url = `/v1/live?safes=31337:${newSafe()}`
  const ask = (remoteAddress: string) =>
    extra.app.inject({ url, remoteAddress, payloadAsStream: true })
  for (let count = 0; count < 100; count++)
    expect((await ask('203.0.113.5')).statusCode).toBe(200)
  expect((await ask('203.0.113.5')).statusCode).toBe(429)
  expect((await ask('203.0.113.6')).statusCode).toBe(200)
  expect((await ask('127.0.0.1')).statusCode).toBe(200)
  await extra.stop()
  await extra.store.destroy()
})

test('lets its readers go when the process stops', async () => {
  const extra = await startApp()
  const url = await extra.app.listen({ host: '127.0.0.1', port: 0 })
  const reply = await fetch(`${url}/v1/live?safes=31337:${newSafe()}`)
  const body = reply.text()
  await extra.stop()
  await extra.store.destroy()
  expect(await body).toContain('event: hello')
})

async function readUntil(url: string, mark: string): Promise<string> {
  const reply = await fetch(url)
  const reader = reply.body?.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  while (reader && !text.includes(mark)) text += (await reader.read()).value
  await reader?.cancel()
  return text
}
