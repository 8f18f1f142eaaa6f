import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { migrateAsNewer } from '../testing/migrateAsNewer.js'
import { silent } from '../testing/silent.js'
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from './embeddedPostgres.js'
import { openStore } from './openStore.js'

let folder: string
let postgres: EmbeddedPostgres

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'covault-newer-'))
  postgres = await startEmbeddedPostgres({ dataFolder: folder, log: silent })
}, 120_000)
afterAll(async () => {
  await postgres?.stop()
  await rm(folder, { recursive: true, force: true })
})

test('a release works beside the next one, unless that says it cannot', async () => {
  const { url } = postgres
  const running = await openStore({ url, log: silent })
  await migrateAsNewer(running)
  const warn = vi.fn()
  const log = { ...silent, warn } as unknown as typeof silent
  const restarted = await openStore({ url, log })
  expect(warn).toHaveBeenCalledWith(
    { newer: ['9999_newer'] },
    expect.stringContaining('works beside it'),
  )
  await restarted.destroy()

  await sql`update release_floor set migration = '9999_newer'`.execute(running)
  await expect(openStore({ url, log: silent })).rejects.toThrow(
    'Start the newer release.',
  )
  await running.destroy()
}, 120_000)
