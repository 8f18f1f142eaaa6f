import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { demoAccounts } from '@covault/devnet'
import type { InjectOptions } from 'fastify'
import { afterAll, expect, test } from 'vitest'
import { forgetActs, listActs, noteAct } from '../../store/audit.js'
import { withApi } from '../apiSuite.js'
import { signIn } from '../membersWorld.js'
import { createTestApp, findDatabase, type TestApp } from '../testApp.js'

const { alice, erin } = demoAccounts
let api: TestApp
let folder: string

withApi({ firstSalt: 7_900n }, async ({ world, api: open }) => {
  folder = await mkdtemp(join(tmpdir(), 'covault-administration-'))
  api = await createTestApp({
    rpcUrl: world.devnet.url,
    database: await findDatabase(world.postgres.url, open.store),
    configuration: {
      access: { mode: 'members', administrators: [erin.address] },
      backup: { every: '1d', folder, keep: 3 },
    },
  })
  await api.app.ready()
})

afterAll(async () => {
  await api?.stop()
  await rm(folder, { recursive: true, force: true })
})

const ask = (request: InjectOptions, cookie = '') =>
  api.app.inject({ ...request, headers: { host: 'localhost', cookie } })

const places = [
  { method: 'GET', url: '/v1/administration/condition' },
  { method: 'GET', url: '/v1/administration/audit' },
  { method: 'POST', url: '/v1/administration/backups' },
] as const

test('only those whom the operator names look after the gateway', async () => {
  const member = await signIn(api.app, alice)
  const administrator = await signIn(api.app, erin)
  for (const place of places) {
    expect((await ask(place)).statusCode).toBe(401)
    expect((await ask(place, member)).statusCode).toBe(403)
    expect((await ask(place, administrator)).statusCode).toBeLessThan(300)
  }
  const url = '/v1/administration'
  expect((await ask({ url })).json()).toEqual({ isAdministrator: false })
  expect((await ask({ url }, member)).json().isAdministrator).toBe(false)
  expect((await ask({ url }, administrator)).json().isAdministrator).toBe(true)
})

test('administrators see how the gateway goes, and make backups', async () => {
  const cookie = await signIn(api.app, erin)
  const before = (await readdir(folder)).length
  const made = await ask(places[2], cookie)
  expect(made.statusCode).toBe(201)
  expect(made.json()).toMatchObject({ problem: null })
  expect(await readdir(folder)).toHaveLength(before + 1)
  const condition = (await ask(places[0], cookie)).json()
  expect(condition).toMatchObject({
    version: expect.stringMatching(/^\d+\.\d+/),
    releaseRoot: null,
    database: { bytes: expect.any(Number), problem: null },
    disk: { free: expect.any(Number), total: expect.any(Number) },
    notices: { receivers: 0, parked: 0, failing: 0 },
    backups: { every: 86_400_000, failed: null },
  })
  expect(condition.backups.last).toEqual(made.json())
  const [chain] = condition.chains
  expect(chain).toMatchObject({ chainId: '31337', problem: null })
  expect(chain.head).toBeGreaterThanOrEqual(chain.indexed)
})

test('backups that are asked for at once do not spoil each other', async () => {
  const cookie = await signIn(api.app, erin)
  // Another process is about to finish one.
  const other = join(folder, 'covault-other.jsonl.partial')
  await writeFile(other, 'half')
  const made = await Promise.all(
    Array.from({ length: 4 }, () => ask(places[2], cookie)),
  )
  expect(made.map(({ statusCode }) => statusCode)).toEqual([201, 201, 201, 201])
  expect(await readdir(folder)).toContain('covault-other.jsonl.partial')
  await rm(other)
  const { backups } = (await ask(places[0], cookie)).json()
  expect(backups.failed).toBeNull()
})

test('strangers who sign in push nothing out but sign-ins', async () => {
  const { store } = api
  const act = { account: erin.address, subject: 'kept' }
  await noteAct(store, { ...act, act: 'created an access token' })
  for (let count = 0; count < 5; count++)
    await noteAct(store, { ...act, act: 'signed in' })
  await forgetActs(store, { most: 3 })
  const acts = await listActs(store, { before: undefined, limit: 100 })
  expect(acts.filter(({ act }) => act === 'signed in')).toHaveLength(3)
  expect(acts.filter(({ subject }) => subject === 'kept')).toHaveLength(4)
})

test('sign-ins, tokens and backups are told page by page, without a secret', async () => {
  const cookie = await signIn(api.app, erin)
  for (let count = 0; count < 51; count++) {
    const session = await signIn(api.app, alice)
    if (count === 50)
      await ask({ method: 'POST', url: '/v1/auth/logout' }, session)
  }
  const read = async (before = '') =>
    (
      await ask({ url: `/v1/administration/audit${before}` }, cookie)
    ).json() as {
      entries: { id: string; account: string; act: string }[]
      hasMore: boolean
    }
  const first = await read()
  expect(first.entries).toHaveLength(50)
  expect(first.hasMore).toBe(true)
  expect(first.entries[0]).toMatchObject({
    account: alice.address,
    act: 'signed out',
  })
  const second = await read(`?before=${first.entries.at(-1)?.id}`)
  const acts = [...first.entries, ...second.entries].map(({ act }) => act)
  expect(acts).toContain('made a backup')
  expect(
    new Set([...first.entries, ...second.entries].map(({ id }) => id)).size,
  )
    // No entry comes twice.
    .toBe(first.entries.length + second.entries.length)
  expect(JSON.stringify([first, second])).not.toContain(
    cookie.split('=')[1]?.split(';')[0],
  )
})
