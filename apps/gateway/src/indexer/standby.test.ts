import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '../store/embeddedPostgres.js'
import { tryToLead } from '../store/leader.js'
import { openStore, type Store } from '../store/openStore.js'
import { silent } from '../testing/silent.js'
import { createTestChain } from '../testing/testWorld.js'
import { followChain } from './followChain.js'

const chainId = 31337
/** As PostgreSQL numbers it. */
const syntaxError = '42601'

let folder: string
let postgres: EmbeddedPostgres
let store: Store

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'covault-standby-'))
  postgres = await startEmbeddedPostgres({ dataFolder: folder, log: silent })
  store = await openStore({ url: postgres.url, log: silent })
}, 120_000)
afterAll(async () => {
  await store?.destroy()
  await postgres?.stop()
  await rm(folder, { recursive: true, force: true })
})

test('a process that waits to lead opens no connections, and leads soon after the leader has ended', async () => {
  const { url } = postgres
  const parameters = { store, url, duty: { chainId }, log: silent }
  const former = await tryToLead(parameters)
  expect(former?.isHeld()).toBe(true)

  const heard: string[] = []
  const log = pino({}, { write: (line) => heard.push(line) })
  // Nobody answers there: to lead is all that is waited for.
  const urls = ['http://127.0.0.1:9']
  const settings = { pollMs: 200 }
  const chain = createTestChain({ store, urls, log, settings })
  const asked = vi.spyOn(pg.Client.prototype, 'query')
  const opened = vi.spyOn(pg.Client.prototype, 'connect')
  const follower = followChain(chain, { databaseUrl: url })
  await delay(3_000)
  // It has looked, by connections that were there.
  expect(asked.mock.calls.length).toBeGreaterThan(10)
  expect(opened).not.toHaveBeenCalled()
  expect(follower.progress.role).toBe('standby')

  await former?.release()
  const leads = () =>
    heard.some((line) => line.includes('This process indexes the chain'))
  await expect.poll(leads, { timeout: 5_000, interval: 20 }).toBe(true)
  await follower.stop()
}, 60_000)

test('a process that gets the lock and fails before it leads leaves it to others', async () => {
  const { url } = postgres
  const parameters = { store, url, duty: 'notices', log: silent } as const
  const hears = { channel: 'of two words', hear: () => undefined }
  const failed = tryToLead({ ...parameters, hears })
  // The server answers: the connection is as good as before.
  await expect(failed).rejects.toMatchObject({ code: syntaxError })

  const next = await tryToLead(parameters)
  expect(next?.isHeld()).toBe(true)
  await next?.release()
})
