import { execFileSync } from 'node:child_process'
import { appendFileSync, readFileSync } from 'node:fs'
import { chown, mkdir, mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  type DeployedSafe,
  demoAccounts,
  runTransaction,
  signTransaction,
} from '@covault/devnet'
import { sql } from 'kysely'
import { type Address, padHex } from 'viem'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { createChainStates } from '../commands/chainStates.js'
import { watchSafe } from '../commands/watchSafe.js'
import { toBytes } from '../store/bytes.js'
import { readCursor } from '../store/cursors.js'
import { startEmbeddedPostgres } from '../store/embeddedPostgres.js'
import { openStore, type Store } from '../store/openStore.js'
import { listSafesOfOwner, readStates } from '../store/safeStates.js'
import { type Interest, pinSafes } from '../store/slots.js'
import { readTimelinePage } from '../store/timeline.js'
import {
  listWatches,
  markFollowed,
  readSync,
  readWatch,
  unfollowIdle,
} from '../store/watches.js'
import {
  follow,
  listExecutions,
  openScene,
  type Scene,
  toRaw,
  waitFor,
} from '../testing/scene.js'
import { silent } from '../testing/silent.js'
import {
  catchUp,
  createTestChain,
  expectSameAsChain,
  watch,
} from '../testing/testWorld.js'
import { advance } from './advance.js'
import { type BackfillStep, backfill } from './backfill.js'
import { followChain } from './followChain.js'
import type { FollowedChain } from './followedChain.js'

const { alice, bob, carol, dave } = demoAccounts

// Chain, database and other tests share few cores.
vi.setConfig({ testTimeout: 300_000 })

let scene: Scene

beforeAll(async () => {
  scene = await openScene({ firstSalt: 300n })
}, 600_000)
afterEach(() => scene.stopProxies())
afterAll(() => scene.stop())

const countNonce = () =>
  scene.devnet.client.getTransactionCount({ address: alice.address })

test('a safe nobody asks for is let go and resumes where it stopped', async () => {
  const safe = await scene.newSafe()
  const chain = await scene.newChain()
  const { store, chainId } = chain
  await follow(chain, safe.address)
  await scene.pay(safe, 1n)
  await catchUp(chain)
  await sql`update watch set last_asked = now() - interval '1 hour'`.execute(
    store,
  )
  expect(await unfollowIdle(store, { chainId, idleSeconds: 60 })).toEqual([
    safe.address,
  ])
  await scene.pay(safe, 2n)
  await catchUp(chain)
  expect(await listExecutions(chain, safe.address)).toHaveLength(1)
  await watch(chain, safe.address)
  await catchUp(chain)
  await scene.devnet.mine()
  await catchUp(chain)
  expect(await listExecutions(chain, safe.address)).toHaveLength(2)
  const states = await readStates(store, { chainId, safes: [safe.address] })
  expect(states.get(safe.address)?.nonce).toBe(2n)
  await expectSameAsChain(chain, [safe.address])
})

test('a safe that somebody looked at gives way to the next one, and resumes without a gap', async () => {
  const chain = await scene.newChain()
  const { store, chainId } = chain
  const [one, two] = await scene.newSafes([{}, {}])
  if (!one || !two) throw new TypeError('Two were made.')
  await scene.pay(one, 1n)
  await catchUp(chain)
  await look(chain, one.address)
  await catchUp(chain)
  await scene.pay(one, 2n)
  await catchUp(chain)
  await look(chain, two.address)
  expect(await listFollowed(chain)).toEqual([two.address])
  await catchUp(chain)
  const sync = { chainId, safe: one.address }
  expect(await readSync(store, sync)).toMatchObject({ synced: false })
  await scene.pay(one, 3n)
  await catchUp(chain)
  expect(await listExecutions(chain, one.address)).toHaveLength(2)
  await look(chain, one.address)
  await catchUp(chain)
  expect(await listFollowed(chain)).toEqual([one.address])
  expect(await readSync(store, sync)).toMatchObject({ synced: true })
  expect(await listExecutions(chain, one.address)).toHaveLength(3)
  await expectSameAsChain(chain, [one.address])
})

test('a safe that is let go while its block is read does not count as followed', async () => {
  const chain = await scene.newChain()
  const { store, chainId } = chain
  const safe = await scene.newSafe()
  await follow(chain, safe.address)
  await sql`
    update watch set followed = false, followed_from = null
  `.execute(store)
  const looked = { safes: [safe.address] }
  await markFollowed(store, { chainId, looked, from: 1n })
  const watched = await readWatch(store, { chainId, safe: safe.address })
  expect(watched?.followedFrom).toBeNull()
})

test('owners take the slots of those who look, and of owners only after a day', async () => {
  const chain = await scene.newChain()
  const { store, chainId } = chain
  const safes = await scene.newSafes([{}, {}, {}, {}, {}])
  const [one, two, three, four, five] = safes.map(({ address }) => address)
  if (!one || !two || !three || !four || !five)
    throw new TypeError('Five were made.')
  await catchUp(chain)
  const interest = 'proven'
  await look(chain, one)
  await look(chain, two, { interest })
  await look(chain, three, { interest })
  await look(chain, four, { interest })
  expect(await listFollowed(chain)).toEqual([four, three, two])
  await look(chain, five)
  await look(chain, five, { interest })
  expect(await listFollowed(chain)).toEqual([four, three, two])
  await sql`
    update watch set last_asked = last_asked - interval '25 hours'
    where safe in (${toBytes(two)}, ${toBytes(three)})
  `.execute(store)
  await look(chain, five)
  expect(await listFollowed(chain)).toEqual([four, three, two])
  await look(chain, five, { interest })
  expect(await listFollowed(chain)).toEqual([five, four, three])
  await pinSafes(store, { chainId, safes: [one, three] })
  expect((await listFollowed(chain)).toSorted()).toEqual(
    [one, three, four, five].toSorted(),
  )
  await sql`
    update watch set last_asked = last_asked - interval '25 hours'
  `.execute(store)
  // Four are followed where three may be: two have to go, and no pinned one.
  await look(chain, two, { interest })
  expect((await listFollowed(chain)).toSorted()).toEqual(
    [one, two, three].toSorted(),
  )
  await catchUp(chain)
  await expectSameAsChain(chain, [one, two, three])
})

test('a thousand watched safes cost no more questions per block than one', async () => {
  const safe = await scene.newSafe()
  const proxy = await scene.newProxy()
  const chain = await scene.newChain({ urls: [proxy.url] })
  await follow(chain, safe.address)
  const countQuestions = async () => {
    await scene.pay(safe, 1n)
    proxy.counts.clear()
    const bodies = proxy.bodies()
    await advance(chain)
    const counts = [...proxy.counts.values()].reduce((a, b) => a + b, 0)
    return { counts, bodies: proxy.bodies() - bodies }
  }
  const one = await countQuestions()
  await addStrangers(chain.store, 999)
  await catchUp(chain)
  expect(await countQuestions()).toEqual(one)
})

test('refuses to watch what is not a safe, and says why', async () => {
  const chain = await scene.newChain()
  await catchUp(chain)
  await expect(watch(chain, dave.address)).rejects.toThrow(
    'There is no contract at this address.',
  )
  const factory = '0x4e1DCf7AD4e460CfD30791CCC4F9c8a4f820ec67'
  await expect(watch(chain, factory)).rejects.toThrow(
    'Its code is not a safe contract, and it has no owners.',
  )
  const singleton = '0x29fcB43b46531BcA003ddC8FCB67FFE91900C762'
  await expect(watch(chain, singleton)).rejects.toThrow('is not a safe')
})

test('14: a full disk rolls the block back, reading goes on and the reason is told; it is applied when there is room @full', async () => {
  const safe = await scene.newSafe()
  const { store, url } = await scene.world.openDatabase()
  const chain = createTestChain({ store, urls: [scene.devnet.url] })
  await follow(chain, safe.address)
  await sql`
    create function no_room() returns trigger language plpgsql as $$
    begin raise exception 'No space left on device' using errcode = '53100'; end $$
  `.execute(store)
  await sql`
    create trigger no_room before insert on timeline
      for each row execute function no_room()
  `.execute(store)
  await scene.pay(safe, 1n)
  const before = await readCursor(store, 31337)
  await expect(catchUp(chain)).rejects.toThrow('No space left on device')
  const follower = followChain(chain, { databaseUrl: url })
  try {
    await waitFor('the reason', () =>
      Boolean(follower.progress.problem?.includes('No space left on device')),
    )
    expect(await readCursor(store, 31337)).toEqual(before)
    expect(await listExecutions(chain, safe.address)).toHaveLength(0)
    const page = await readTimelinePage(store, {
      chainId: 31337,
      safe: safe.address,
      limit: 10,
    })
    expect(page).toHaveLength(1)
    await sql`drop trigger no_room on timeline`.execute(store)
    await waitFor(
      'the block',
      async () => (await listExecutions(chain, safe.address)).length === 1,
    )
    await waitFor('health', () => follower.progress.problem === undefined)
  } finally {
    await follower.stop()
  }
  await expectSameAsChain(chain, [safe.address])
})

// Only who may mount has a disk that is small enough to fill.
if (canMount())
  test('14: on a disk without a byte left the block is rolled back, reading goes on and the reason is told @full', async () => {
    const safe = await scene.newSafe()
    const disk = await mkdtemp(join(tmpdir(), 'covault-disk-'))
    const dataFolder = await mkdtemp(join(tmpdir(), 'covault-full-'))
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=32m', 'tmpfs', disk])
    const postgres = await startEmbeddedPostgres({ dataFolder, log: silent })
    const { url } = postgres
    const store = await openStore({ url, log: silent })
    const chain = createTestChain({ store, urls: [scene.devnet.url] })
    try {
      await follow(chain, safe.address)
      await moveTables(store, { disk, cluster: postgres.folder })
      const ballast = join(disk, 'ballast')
      fillDisk(ballast)
      const before = await readCursor(store, 31337)
      const paid = await payUntilRefused(chain, safe)
      const stopped = await readCursor(store, 31337)
      const known = await listExecutions(chain, safe.address)
      expect(known.length).toBeLessThan(paid)
      expect(known.length % 20).toBe(0)
      const follower = followChain(chain, { databaseUrl: url })
      try {
        await waitFor('the reason', () =>
          Boolean(
            follower.progress.problem?.includes('No space left on device'),
          ),
        )
        expect(await readCursor(store, 31337)).toEqual(stopped)
        expect(stopped?.number).toBeGreaterThanOrEqual(before?.number ?? 0n)
        const page = await readTimelinePage(store, {
          chainId: 31337,
          safe: safe.address,
          limit: 1_000,
        })
        expect(page).toHaveLength(known.length + 1)
        await rm(ballast)
        await waitFor(
          'all blocks',
          async () =>
            (await listExecutions(chain, safe.address)).length === paid,
        )
        await waitFor('health', () => follower.progress.problem === undefined)
      } finally {
        await follower.stop()
      }
      await expectSameAsChain(chain, [safe.address])
    } finally {
      await store.destroy()
      await postgres.stop()
      execFileSync('umount', [disk])
      for (const folder of [disk, dataFolder, postgres.folder])
        await rm(folder, { recursive: true, force: true })
    }
  })

/**
 * How much fits into the pages that the tables have already differs from run
 * to run, so it pays until the disk refuses; answers how often it paid.
 */
async function payUntilRefused(
  chain: FollowedChain,
  safe: DeployedSafe,
): Promise<number> {
  for (let firstNonce = 0; firstNonce < 600; firstNonce += 120) {
    await scene.payOften(safe, { count: 120, firstNonce, perBlock: 20 })
    const refusal = await catchUp(chain).catch((error: unknown) => error)
    if (!(refusal instanceof Error)) continue
    expect(refusal.message).toContain('No space left on device')
    return firstNonce + 120
  }
  throw new Error('600 payments fit onto a disk that is full.')
}

/** Root may not everywhere: bit 21 of the capabilities is CAP_SYS_ADMIN. */
function canMount(): boolean {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return false
  const status = readFileSync('/proc/self/status', 'utf8')
  const capabilities = /^CapEff:\s*([0-9a-f]+)/m.exec(status)?.[1] ?? '0'
  return ((BigInt(`0x${capabilities}`) >> 21n) & 1n) === 1n
}

/**
 * Where a server keeps its cluster is its own affair, and what it frees there
 * too: the tables alone go to the disk.
 */
async function moveTables(
  store: Store,
  { disk, cluster }: { disk: string; cluster: string },
): Promise<void> {
  const space = join(disk, 'space')
  await mkdir(space)
  const { uid, gid } = await stat(cluster)
  await chown(space, uid, gid)
  await sql`create tablespace small location ${sql.lit(space)}`.execute(store)
  for (const kind of ['table', 'index'])
    await sql`
      alter ${sql.raw(kind)} all in tablespace pg_default set tablespace small
    `.execute(store)
}

/** Writes until nothing more fits, byte by byte at the end. */
function fillDisk(file: string): void {
  for (const size of [1_048_576, 4096])
    try {
      for (;;) appendFileSync(file, Buffer.alloc(size))
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
    }
}

test('25: history is ordered by block, transaction and log, not by clocks @full', async () => {
  const safe = await scene.newSafe()
  const chain = await scene.newChain()
  const { store, chainId } = chain
  await follow(chain, safe.address)
  const { client } = scene.devnet
  const [a, b] = await Promise.all([
    signTransaction(safe, {
      plan: { to: dave.address, value: 1n, nonce: 0n },
      signers: [alice],
    }),
    signTransaction(safe, {
      plan: { to: dave.address, value: 2n, nonce: 1n },
      signers: [alice],
    }),
  ])
  // Two executions and a payment in one block: equal clocks.
  const nonce = await countNonce()
  for (const [index, signed] of [a, b].entries())
    await client.sendRawTransaction({
      serializedTransaction: await toRaw(signed, nonce + index),
    })
  await client.mine({ blocks: 1 })
  await scene.send(safe.address, 3n)
  await catchUp(chain)
  const page = await readTimelinePage(store, {
    chainId,
    safe: safe.address,
    limit: 3,
  })
  expect(page.map(({ kind, ref }) => [kind, ref])).toEqual([
    ['transfer', expect.any(String)],
    ['multisig', b.safeTxHash],
    ['multisig', a.safeTxHash],
  ])
  const rest = await readTimelinePage(store, {
    chainId,
    safe: safe.address,
    limit: 100,
    after: page[1],
  })
  expect(rest[0]?.ref).toBe(a.safeTxHash)
})

test('25: blocks of one second and a clock a day ahead do not change the order @full', async () => {
  const safe = await scene.newSafe()
  const chain = await scene.newChain()
  const { store, chainId } = chain
  await follow(chain, safe.address)
  const { client } = scene.devnet
  await client.setBlockTimestampInterval({ interval: 0 })
  const hashes = []
  for (let value = 1n; value <= 3n; value++)
    hashes.push((await scene.pay(safe, value)).safeTxHash)
  await client.removeBlockTimestampInterval()
  await catchUp(chain)
  const page = await readTimelinePage(store, {
    chainId,
    safe: safe.address,
    limit: 3,
  })
  expect(new Set(page.map(({ executedAt }) => Number(executedAt))).size).toBe(1)
  expect(page.map(({ ref }) => ref)).toEqual(hashes.toReversed())
  // Anyone who reads has another clock: nothing of it is in the answer.
  vi.useFakeTimers({ now: Date.now() + 86_400_000, toFake: ['Date'] })
  try {
    await scene.send(safe.address, 5n)
    await catchUp(chain)
    await expectSameAsChain(chain, [safe.address])
  } finally {
    vi.useRealTimers()
  }
})

test('25: a page of a safe with 100,000 items is read from the index, wherever it begins @full', async () => {
  const { store } = await scene.world.openDatabase()
  const safe = padHex('0xab', { size: 20 })
  await sql`
    insert into timeline (chain_id, safe, block_number, tx_index, order_key,
      kind, ref, tx_hash, executed_at)
    select 31337, ${toBytes(safe)}, n, 0, -n, 'multisig', n::text,
      decode(lpad(to_hex(n), 64, '0'), 'hex'), to_timestamp(n)
    from generate_series(1, 100000) n
  `.execute(store)
  await sql`analyze timeline`.execute(store)
  const { page, scanned, fetched } = await store
    .transaction()
    .execute(async (transaction) => {
      const list = await readTimelinePage(transaction, {
        chainId: 31337,
        safe,
        limit: 20,
        after: {
          blockNumber: 40_000n,
          txIndex: 0,
          orderKey: -40_000n,
          kind: 'multisig',
          ref: '40000',
        },
      })
      const { rows } = await sql<{ seq_scan: bigint; idx_tup_fetch: bigint }>`
        select seq_scan, idx_tup_fetch from pg_stat_xact_user_tables
        where relname = 'timeline'
      `.execute(transaction)
      return {
        page: list,
        scanned: rows[0]?.seq_scan,
        fetched: Number(rows[0]?.idx_tup_fetch),
      }
    })
  expect(page.map(({ ref }) => ref).slice(0, 2)).toEqual(['39999', '39998'])
  expect(page).toHaveLength(20)
  expect(scanned).toBe(0n)
  expect(fetched).toBeLessThan(100)
})

test.each([0, 1_000])(
  'factory mode knows the safes of an owner, through changes of owners and reorgs, with blocks read whole above %i safes @full',
  async (wholeBlocksAbove) => {
    const proxy = await scene.newProxy()
    const chain = await scene.newChain({
      urls: [proxy.url],
      settings: { factoryMode: true, wholeBlocksAbove },
    })
    const { store, chainId } = chain
    const owners = [alice.address, carol.address]
    const old = await scene.newSafe({ owners })
    await follow(chain, old.address)
    const of = (owner: Address) => listSafesOfOwner(store, { chainId, owner })
    expect(await of(carol.address)).toContain(old.address)
    const fresh = await scene.newSafe({ owners })
    await catchUp(chain)
    expect(await of(carol.address)).toContain(fresh.address)
    const swap = await runTransaction(scene.devnet, fresh, {
      plan: {
        to: fresh.address,
        data: `0xe318b52b${[alice.address, carol.address, bob.address]
          .map((owner) => padHex(owner, { size: 32 }).slice(2))
          .join('')}`,
      },
      signers: [alice],
    })
    expect(swap.receipt.logs.length).toBeGreaterThan(2)
    await catchUp(chain)
    expect(await of(carol.address)).not.toContain(fresh.address)
    expect(await of(bob.address)).toContain(fresh.address)
    await scene.devnet.reorg({ depth: 1 })
    await catchUp(chain)
    expect(await of(carol.address)).toContain(fresh.address)
    const asked = proxy.counts.get('eth_getBlockReceipts') ?? 0
    expect(asked > 0).toBe(wholeBlocksAbove === 0)
  },
)

test('tells how much of the past is known, latest first @full', async () => {
  const safe = await scene.newSafe()
  await scene.pay(safe, 1n)
  await scene.devnet.mine(20)
  const last = await scene.pay(safe, 2n)
  const chain = await scene.newChain({ range: 5n })
  const { store, chainId } = chain
  const read = () => readSync(store, { chainId, safe: safe.address })
  await catchUp(chain)
  await watch(chain, safe.address)
  expect(await read()).toEqual({ synced: false, percent: 0 })
  await advance(chain)
  await backfill(chain)
  const { synced, percent } = await read()
  expect(synced).toBe(false)
  expect(percent > 0 && percent < 100, `${percent} percent`).toBe(true)
  const executions = await listExecutions(chain, safe.address)
  expect(executions).toHaveLength(1)
  expect(executions[0]).toContain(last.safeTxHash)
  await catchUp(chain)
  expect(await read()).toEqual({ synced: true, percent: 100 })
  expect(await listExecutions(chain, safe.address)).toHaveLength(2)
})

test('safes whose pasts end at different blocks share what lies below both', async () => {
  const chain = await scene.newChain()
  const [one, two] = await scene.newSafes([{}, {}])
  if (!one || !two) throw new TypeError('Two were made.')
  await scene.pay(one, 1n)
  await scene.pay(two, 2n)
  await advance(chain)
  await watch(chain, one.address)
  while ((await advance(chain)).type !== 'idle') {
    // Until it is followed.
  }
  await scene.pay(two, 3n)
  await scene.devnet.mine(2)
  while ((await advance(chain)).type !== 'idle') {
    // Until these blocks are applied.
  }
  await watch(chain, two.address)
  while ((await advance(chain)).type !== 'idle') {
    // Until both are followed.
  }
  const steps: BackfillStep[] = []
  for (;;) {
    const step = await backfill(chain)
    if (step.type === 'done') break
    steps.push(step)
  }
  const [first, ...below] = steps.map((step) =>
    step.type === 'covered' ? step.safes : [],
  )
  expect(first).toEqual([two.address])
  expect(below.length).toBeGreaterThan(0)
  for (const safes of below)
    expect(new Set(safes)).toEqual(new Set([one.address, two.address]))
  await expectSameAsChain(chain, [one.address, two.address])
})

/** Follows under small limits, as the API does. */
async function look(
  { store, pool }: FollowedChain,
  safe: Address,
  options: { interest?: Interest; safes?: number } = {},
): Promise<void> {
  const { interest = 'looked', safes = 3 } = options
  await watchSafe(
    {
      store,
      pool,
      states: createChainStates(),
      limits: { safes, lookers: 1 },
    },
    { safe, interest },
  )
}

async function listFollowed({ store, chainId }: FollowedChain) {
  return (await listWatches(store, chainId)).map(({ safe }) => safe)
}

async function addStrangers(store: Store, count: number): Promise<void> {
  await sql`
    insert into watch (chain_id, safe, wanted_from, followed_from)
    select 31337, decode(lpad(to_hex(1000000 + n), 40, '0'), 'hex'), 1000000, 0
    from generate_series(1, ${count}::int) n
  `.execute(store)
}
