import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fastify } from 'fastify'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '../store/embeddedPostgres.js'
import { interestChannel } from '../store/interest.js'
import { openStore, type Store } from '../store/openStore.js'
import { announce } from '../store/outbox.js'
import { silent } from '../testing/silent.js'
import { addInterest } from './interest.js'
import { createLiveHub, type LiveHub, type LiveStream } from './live.js'

const safe = '0x056872b23d43b6a69f1dad82E2E9F0a18Fd1B4D6'
const chainId = 31337

let folder: string
let postgres: EmbeddedPostgres
let store: Store
let hub: LiveHub
let resets = 0
let text = ''
const awaited: number[] = []

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'covault-live-'))
  postgres = await startEmbeddedPostgres({ dataFolder: folder, log: silent })
  store = await openStore({ url: postgres.url, log: silent })
  hub = createLiveHub({
    ...{ store, databaseUrl: postgres.url, log: silent },
    onReset: () => resets++,
    onAwaited: (chainIds) => awaited.push(...chainIds),
  })
  await hub.ready()
  await hub.open(
    createStream((more) => {
      text += more
    }),
  )
}, 60_000)
afterAll(async () => {
  await hub?.stop()
  await store?.destroy()
  await postgres?.stop()
  await rm(folder, { recursive: true, force: true })
})

const createStream = (write: LiveStream['write']): LiveStream => ({
  safes: [{ chainId, address: safe }],
  lastEventId: undefined,
  isOpen: () => true,
  write,
  end: () => undefined,
})

const tell = (refs: string[], within = store) =>
  announce(within, {
    chainId,
    changes: refs.map((ref) => ({ safe, kind: 'queue', ref, block: null })),
  })

/** Names, ids and what they are about, of all that was written since. */
async function readNews(): Promise<string[]> {
  await hub.ready()
  const events = text.split('\n\n').filter((event) => event.includes('event:'))
  text = ''
  return events.map((event) => {
    const [, id, name] = /id: (\d+)\nevent: (\w+)/.exec(event) ?? []
    const ref = /"ref":"([^"]*)"/.exec(event)?.[1] ?? ''
    return `${id} ${name} ${ref}`.trim()
  })
}

/** As a replica is that was promoted before it had them, and written to. */
async function loseAfter(id: bigint, ...refs: string[]): Promise<void> {
  await store.transaction().execute(async (transaction) => {
    await sql`delete from outbox where id > ${id}`.execute(transaction)
    await sql`
      alter table outbox alter column id restart with ${sql.lit(Number(id) + 1)}
    `.execute(transaction)
    await tell(refs, transaction)
  })
}

test('changes that a failover has lost are told as such, and what comes after them', async () => {
  await tell(['1', '2', '3'])
  expect(await readNews()).toEqual([
    ...['0 hello', '1 queue 1', '2 queue 2', '3 queue 3'],
  ])
  await loseAfter(1n)
  expect(await readNews()).toEqual(['1 reset'])
  await tell(['other 2'])
  expect(await readNews()).toEqual(['2 queue other 2'])
  expect(resets).toBe(1)
})

test('so are those whose ids were given once more', async () => {
  await tell(['3', '4'])
  await readNews()
  await loseAfter(2n, 'other 3', 'other 4', 'other 5')
  expect(await readNews()).toEqual(['5 reset'])
  await tell(['6'])
  expect(await readNews()).toEqual(['6 queue 6'])
  expect(resets).toBe(2)
})

test('says for which chains somebody waits, and goes on to say it', async () => {
  expect(awaited).toEqual([chainId])
  let goesOn = () => {}
  const told = new Promise<void>((resolve) => {
    goesOn = resolve
  })
  const chains: number[][] = []
  const other = createLiveHub({
    ...{ store, databaseUrl: postgres.url, log: silent, heartbeatMs: 20 },
    onAwaited(chainIds) {
      chains.push([...chainIds])
      if (chains.length === 3) goesOn()
    },
  })
  const safes = [chainId, chainId, 31338].map((chainId) => ({
    ...({ chainId, address: safe } as const),
  }))
  await other.ready()
  await other.open({
    ...{ safes, lastEventId: undefined, isOpen: () => true },
    ...{ write: () => undefined, end: () => undefined },
  })
  await told
  await other.stop()
  expect(chains.at(-1)).toEqual([chainId, 31338])
})

test('a request about a chain is told to anyone who follows it, once for all that follow', async () => {
  const client = new pg.Client({ connectionString: postgres.url })
  await client.connect()
  await client.query(`listen ${interestChannel}`)
  const heard: unknown[] = []
  client.on('notification', ({ payload }) => heard.push(payload))
  const app = fastify()
  const chains = [1, 2, 3].map((id) => ({ chainId: id, shortName: `c${id}` }))
  addInterest(app, { config: { chains }, store })
  app.get('/v1/chains/:chainId', () => 'ok')
  app.get('/tx-service/:chain', () => 'ok')
  app.get('/health', () => 'ok')
  for (const path of ['v1/chains/1', 'health', 'v1/chains/4', 'v1/chains/1'])
    await app.inject(`/${path}`)
  await app.inject('/tx-service/c3')
  await expect.poll(() => heard.toSorted()).toEqual(['1', '3'])
  await app.close()
  await client.end()
})

test('however many streams a process has, one connection listens', async () => {
  const readListening = async () => {
    const { rows } = await sql<{ pid: number }>`
      select pid from pg_stat_activity where query ilike 'listen %'
    `.execute(store)
    return rows
  }
  await expect.poll(readListening).toHaveLength(1)
  const heard = new Set<LiveStream>()
  const streams = Array.from({ length: 100 }, () => {
    const stream = createStream((more) => {
      if (more.includes('for all')) heard.add(stream)
    })
    return stream
  })
  await Promise.all(streams.map((stream) => hub.open(stream)))
  await tell(['for all'])
  await hub.ready()
  expect(heard.size).toBe(100)
  expect(await readListening()).toHaveLength(1)
  for (const stream of streams) hub.close(stream)
})
