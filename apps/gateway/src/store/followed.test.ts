import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { type Address, zeroAddress } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { chainId, inventFollowed, nameSafe } from '../testing/inventSafes.js'
import { silent } from '../testing/silent.js'
import { toBytes } from './bytes.js'
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from './embeddedPostgres.js'
import { findNextRead, listRead, listUncovered } from './followed.js'
import { openStore, type Store } from './openStore.js'
import { listSafesOfOwner, readStates, saveStates } from './safeStates.js'
import { filterKnownSafes } from './safes.js'
import {
  addCoverage,
  assertComplete,
  factoryCoverage,
  type Looked,
  readCoverage,
  unfollowIdle,
} from './watches.js'

let folder: string
let postgres: EmbeddedPostgres
let store: Store

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'covault-followed-'))
  postgres = await startEmbeddedPostgres({ dataFolder: folder, log: silent })
  store = await openStore({ url: postgres.url, log: silent })
  await inventFollowed(store, { from: 0, to: 100 })
}, 120_000)
afterAll(async () => {
  await store?.destroy()
  await postgres?.stop()
  await rm(folder, { recursive: true, force: true })
})

test('as many safes as anybody follows fit into one question', async () => {
  // More than a question to PostgreSQL has places for.
  const others = Array.from(
    { length: 70_000 },
    (_, index): Address => `0x${index.toString(16).padStart(40, '0')}`,
  )
  const elsewhere = 4
  await sql`
    insert into watch (chain_id, safe, followed_from)
    select ${elsewhere}, safe, 1
    from unnest(${others.map(toBytes)}::bytea[]) safe
  `.execute(store)
  const complete = (looked: Looked) =>
    assertComplete(store, { chainId: elsewhere, looked })
  await complete({ safes: others })
  await complete({ safes: [], parties: [nameSafe(1)] })
  await expect(complete({ safes: others.slice(1) })).rejects.toThrow()
  const safe = nameSafe(7)
  const safes = [...others, safe]
  const span = { from: 5n, to: 9n }
  await addCoverage(store, { chainId, safes: [safe], ...span })
  const covered = await readCoverage(store, { chainId, safes })
  expect(covered).toEqual(new Map([[safe, [span]]]))
  const states = await readStates(store, { chainId, safes })
  expect([...states.keys()]).toEqual([safe])
  const known = { chainId, addresses: safes }
  expect(await filterKnownSafes(store, known)).toEqual([safe])
}, 60_000)

test('of the states of a safe the latest counts, up to a block where one is named', async () => {
  const safe = nameSafe(8)
  const first = (await readStates(store, { chainId, safes: [safe] })).get(safe)
  if (!first) throw new TypeError('It was invented.')
  const [, heir] = first.owners
  if (!heir) throw new TypeError('It has three owners.')
  const later = { ...first, blockNumber: 20n, owners: [heir], threshold: 1n }
  await saveStates(store, { chainId, states: [later] })
  const read = async (at?: bigint) =>
    (
      await readStates(store, {
        chainId,
        safes: [safe, safe],
        ...(at === undefined ? {} : { at }),
      })
    ).get(safe)
  expect(await read()).toEqual(later)
  expect(await read(20n)).toEqual(later)
  expect(await read(19n)).toEqual(first)
  expect(await read(0n)).toBeUndefined()
  const [former] = first.owners
  const ownedBy = (owner: Address | undefined) =>
    listSafesOfOwner(store, { chainId, owner: owner ?? zeroAddress })
  expect(await ownedBy(heir)).toContain(safe)
  expect(await ownedBy(former)).not.toContain(safe)
}, 60_000)

test('who has a past that nobody read is found, and who was read in a span', async () => {
  const [whole, half, unknown] = [nameSafe(1), nameSafe(2), nameSafe(3)]
  await sql`
    update watch set followed_from = 100, wanted_from = case
      when safe = ${toBytes(unknown)} then null else 5 end
    where safe = any(${[whole, half, unknown].map(toBytes)}::bytea[])
  `.execute(store)
  await addCoverage(store, { chainId, safes: [whole], from: 5n, to: 99n })
  const open = await listUncovered(store, { chainId, limit: 10 })
  expect(new Set(open)).toEqual(new Set([half, unknown]))
  const read = new Set(await listRead(store, { chainId, from: 20n, to: 30n }))
  expect([whole, half, unknown].filter((safe) => read.has(safe))).toEqual([
    whole,
  ])
}, 60_000)

test('blocks that nobody read are passed over', async () => {
  const elsewhere = 5
  const next = (from: bigint) =>
    findNextRead(store, { chainId: elsewhere, from })
  expect(await next(7n)).toBeUndefined()
  const safe = nameSafe(9)
  await sql`
    insert into watch (chain_id, safe, followed_from)
    values (${elsewhere}, ${toBytes(safe)}, 500)
  `.execute(store)
  const cover = (safes: Address[], from: bigint, to: bigint) =>
    addCoverage(store, { chainId: elsewhere, safes, from, to })
  await cover([safe], 10n, 20n)
  await cover([safe], 300n, 310n)
  await cover([factoryCoverage], 0n, 1_000n)
  expect(await next(7n)).toBe(10n)
  expect(await next(15n)).toBe(15n)
  expect(await next(21n)).toBe(300n)
  expect(await next(311n)).toBe(500n)
  expect(await next(501n)).toBe(501n)
})

test('idle safes are let go in rounds', async () => {
  const elsewhere = 6
  await sql`
    insert into watch (chain_id, safe, followed_from, last_asked)
    select ${elsewhere}, decode(lpad(to_hex(number), 40, '0'), 'hex'), 1,
      now() - make_interval(mins => number)
    from generate_series(1, 600) number
  `.execute(store)
  const letGo = (idleSeconds: number) =>
    unfollowIdle(store, { chainId: elsewhere, idleSeconds })
  // Asked for up to ten minutes later than is written down.
  expect(await letGo(1_000)).toHaveLength(500)
  expect(await letGo(1_000)).toHaveLength(600 - 500 - 26)
  expect(await letGo(1_000)).toEqual([])
}, 60_000)
