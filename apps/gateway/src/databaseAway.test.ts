import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from './store/embeddedPostgres.js'
import { openStore } from './store/openStore.js'
import { silent } from './testing/silent.js'
import { createTestApp, type TestApp } from './testing/testApp.js'

const safe = '0x056872b23d43b6a69f1dad82E2E9F0a18Fd1B4D6'

let folder: string
let postgres: EmbeddedPostgres
let served: TestApp

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'covault-away-'))
  postgres = await startEmbeddedPostgres({ dataFolder: folder, log: silent })
  const { url } = postgres
  const store = await openStore({ url, log: silent })
  served = await createTestApp({
    rpcUrl: 'http://127.0.0.1:1',
    database: { url, store },
    withinMs: 100,
  })
}, 60_000)
afterAll(async () => {
  await served?.stop()
  await served?.store.destroy()
  await postgres?.stop()
  await rm(folder, { recursive: true, force: true })
})

const readOverview = () =>
  served.app.inject({
    url: `/v1/safes?safes=31337:${safe}&currency=usd`,
    headers: { host: 'localhost' },
  })

test('an overview leaves out what no node tells, and fails without a database', async () => {
  const alone = await readOverview()
  expect(alone.statusCode).toBe(200)
  expect(alone.json()).toEqual([])
  await postgres.stop()
  const away = await readOverview()
  expect(away.statusCode).toBe(503)
  expect(away.headers['retry-after']).toBe('1')
}, 60_000)
