import { execFileSync } from 'node:child_process'
import { appendFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getReadiness } from '@covault/api'
import { fastify } from 'fastify'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { healthRoutes } from '../http/health.js'
import { defaultAccess } from '../testing/defaultAccess.js'
import { silent } from '../testing/silent.js'
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from './embeddedPostgres.js'
import { openStore, type Store } from './openStore.js'
import { createWriteCheck } from './writeCheck.js'

let disk: string
let isSmall: boolean
let postgres: EmbeddedPostgres
let store: Store

beforeEach(async () => {
  disk = await mkdtemp(join(tmpdir(), 'covault-full-'))
  isSmall = mountSmallDisk(disk)
  postgres = await startEmbeddedPostgres({ dataFolder: disk, log: silent })
  store = await openStore({ url: postgres.url, log: silent })
})
afterEach(async () => {
  await store?.destroy()
  await postgres?.stop()
  if (isSmall) execFileSync('umount', [disk])
  await rm(disk, { recursive: true, force: true })
})

/** Only root can, and not in every container. */
function mountSmallDisk(folder: string): boolean {
  const options = ['-t', 'tmpfs', '-o', 'size=160m,mode=755', 'tmpfs', folder]
  try {
    execFileSync('mount', options, { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

/** Writes until nothing more fits; elsewhere the server is forbidden to write. */
async function fill(): Promise<void> {
  if (!isSmall) {
    await sql`alter system set temp_file_limit = 0`.execute(store)
    await sql`select pg_reload_conf()`.execute(store)
    return
  }
  for (const size of [1_048_576, 4096])
    try {
      for (;;) appendFileSync(join(disk, 'ballast'), Buffer.alloc(size))
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
    }
}

async function empty(): Promise<void> {
  if (isSmall) return rm(join(disk, 'ballast'))
  await sql`alter system reset temp_file_limit`.execute(store)
  await sql`select pg_reload_conf()`.execute(store)
}

test('14: a full disk shows in readiness while reading goes on, and is over when there is room', async () => {
  const app = fastify()
  app.decorate('inLine', (_request, work) => work())
  healthRoutes(app, {
    config: { access: defaultAccess, bridges: [] },
    store,
    chains: [],
    progress: new Map(),
  })
  await fill()
  const full = {
    status: 'KO',
    reason: isSmall
      ? 'The disk of the database is full. Nothing can be saved until there is room.'
      : expect.stringContaining('The database cannot write'),
  }
  await expect
    .poll(async () => {
      const reply = await app.inject(getReadiness.path)
      return [reply.statusCode, reply.json()]
    })
    .toEqual([503, full])
  expect((await sql`select 1`.execute(store)).rows).toHaveLength(1)
  await empty()
  await expect
    .poll(async () => (await app.inject(getReadiness.path)).json())
    .toEqual({ status: 'OK', chains: [] })
  await app.close()
})

test('tries at most once in five seconds, however many ask', async () => {
  let time = 0
  const check = createWriteCheck(store, () => time)
  const asked = Array.from({ length: 100 }, () => check.findProblem())
  expect(new Set(asked).size).toBe(1)
  expect(await asked[0]).toBeUndefined()
  expect(check.findProblem()).toBe(asked[0])
  time = 5_001
  const next = check.findProblem()
  expect(next).not.toBe(asked[0])
  await next
})
