import {
  type DeployedSafe,
  demoAccounts,
  deploySafe,
  executeTransaction,
  proposeTransaction,
  runTransaction,
  type SignedTransaction,
  sendTransaction,
  signTransaction,
  startDevnet,
} from '@covault/devnet'
import { buildSignatures, encodeExecTransaction } from '@covault/protocol'
import { sql } from 'kysely'
import { type Address, type Hex, padHex } from 'viem'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { watchSafe } from '../commands/watchSafe.js'
import { toBytes } from '../store/bytes.js'
import { CursorMovedError, readCursor } from '../store/cursors.js'
import { listHistoryLines } from '../store/history.js'
import type { Store } from '../store/openStore.js'
import { listChanges } from '../store/outbox.js'
import { listSafesOfOwner, readStates } from '../store/safeStates.js'
import { readCount, readTimelinePage } from '../store/timeline.js'
import { readSync, unfollowIdle } from '../store/watches.js'
import { type FaultyRpc, startFaultyRpc } from '../testing/faultyRpc.js'
import { storeProposal } from '../testing/proposals.js'
import {
  catchUp,
  createTestChain,
  expectSameAsChain,
  startTestWorld,
  type TestWorld,
  watch,
} from '../testing/testWorld.js'
import { advance } from './advance.js'
import { backfill, findTopGap } from './backfill.js'
import type { FollowedChain } from './followedChain.js'
import { recheckFinal } from './recheckFinal.js'

const { alice, bob, carol, dave } = demoAccounts
const everything = 10n ** 12n
// Chain, database and other tests share few cores.
vi.setConfig({ testTimeout: 120_000 })

let world: TestWorld
let proxies: FaultyRpc[] = []
let salt = 100n

beforeAll(async () => {
  world = await startTestWorld()
}, 120_000)
afterAll(() => world.stop())
afterEach(async () => {
  await Promise.all(proxies.map((proxy) => proxy.stop()))
  proxies = []
})

async function newSafe(plan: Partial<Parameters<typeof deploySafe>[1]> = {}) {
  const safe = await deploySafe(world.devnet, {
    owners: [alice.address],
    threshold: 1,
    saltNonce: ++salt,
    ...plan,
  })
  await send(safe.address, 1_000_000n)
  return safe
}

const send = (to: Address, value: bigint) =>
  sendTransaction(world.devnet.client, { account: dave, to, value })

const pay = (safe: DeployedSafe, value: bigint) =>
  runTransaction(world.devnet, safe, {
    plan: { to: dave.address, value },
    signers: [alice],
  })

async function newChain(
  parameters: Partial<Parameters<typeof createTestChain>[0]> = {},
) {
  const { store } = await world.openDatabase()
  return createTestChain({ store, urls: [world.devnet.url], ...parameters })
}

async function newProxy(): Promise<FaultyRpc> {
  const proxy = await startFaultyRpc(world.devnet.url)
  proxies.push(proxy)
  return proxy
}

async function follow(chain: FollowedChain, safe: Address) {
  await catchUp(chain)
  await watch(chain, safe)
  await catchUp(chain)
}

async function listExecutions(
  { chainId, store }: FollowedChain,
  safe: Address,
) {
  const lines = await listHistoryLines(store, {
    chainId,
    safe,
    upTo: everything,
  })
  return lines.filter((line) => line.startsWith('execution'))
}

/** The raw transaction that executes, for putting into a reorg. */
async function toRaw(
  { safe, transaction, signatures }: SignedTransaction,
  nonce: number,
): Promise<Hex> {
  return alice.signTransaction({
    chainId: 31337,
    to: safe.address,
    data: encodeExecTransaction(transaction, buildSignatures(signatures)),
    gas: 500_000n,
    maxFeePerGas: 100_000_000_000n,
    maxPriorityFeePerGas: 1_000_000_000n,
    nonce,
  })
}

const countNonce = () =>
  world.devnet.client.getTransactionCount({ address: alice.address })

test.each([1, 4, 10])(
  '1: after a reorg of depth %i with the transaction mined elsewhere, the store is a fresh rescan',
  async (depth) => {
    const safe = await newSafe()
    const chain = await newChain()
    await follow(chain, safe.address)
    await world.devnet.mine(depth - 1)
    const nonce = await countNonce()
    const { receipt, ...signed } = await pay(safe, 5n)
    await storeProposal(chain.store, signed)
    await catchUp(chain)
    const [before] = await listExecutions(chain, safe.address)

    const raw = await toRaw(signed, nonce)
    await world.devnet.reorg({
      depth,
      transactions: [{ raw, block: depth === 1 ? 0 : 1 }],
    })
    await world.devnet.mine()
    const steps = await catchUp(chain)
    expect(steps.filter(({ type }) => type === 'reorg')).toHaveLength(1)
    const after = await listExecutions(chain, safe.address)
    expect(after).toHaveLength(1)
    if (depth > 2) expect(after[0]).not.toBe(before)
    expect(receipt.status).toBe('success')
    await expectSameAsChain(chain, [safe.address])
  },
)

test('1: a proposal executed in a dropped block awaits execution again with its confirmations, and the reorg is announced', async () => {
  const safe = await newSafe()
  const chain = await newChain()
  const { store } = chain
  await follow(chain, safe.address)
  const { receipt: _, ...signed } = await pay(safe, 6n)
  await storeProposal(store, signed)
  await catchUp(chain)
  const read = () =>
    store
      .selectFrom('multisig_tx')
      .selectAll()
      .where('safe_tx_hash', '=', toBytes(signed.safeTxHash))
      .executeTakeFirstOrThrow()
  expect(await read()).toMatchObject({ success: true, note: 'a note' })

  await world.devnet.reorg({ depth: 1 })
  await catchUp(chain)
  expect(await read()).toMatchObject({
    block_number: null,
    success: null,
    tx_hash: null,
    details: 'proposal',
    note: 'a note',
    nonce: '0',
  })
  const confirmations = await store
    .selectFrom('confirmation')
    .select('owner')
    .where('safe_tx_hash', '=', toBytes(signed.safeTxHash))
    .execute()
  expect(confirmations).toHaveLength(1)
  const changes = await listChanges(store, { after: 0n, limit: 1000 })
  expect(changes.some(({ kind }) => kind === 'reorg')).toBe(true)
  expect(changes.map(({ id }) => id)).toEqual(
    changes.map(({ id }) => id).toSorted((a, b) => Number(a - b)),
  )
  await expectSameAsChain(chain, [safe.address])
})

test('2: a reorg deeper than the window is undone as deep as it goes', async () => {
  const safe = await newSafe()
  const chain = await newChain({ settings: { finalityDepth: 3n } })
  await follow(chain, safe.address)
  const snapshot = await world.devnet.snapshot()
  for (let count = 0; count < 4; count++) {
    await pay(safe, BigInt(count + 1))
    await world.devnet.mine(3)
    await catchUp(chain)
  }
  expect(await listExecutions(chain, safe.address)).toHaveLength(4)
  await world.devnet.revert(snapshot)
  await world.devnet.client.setCoinbase({
    address: padHex('0xc0', { size: 20 }),
  })
  await world.devnet.mine(2)
  const rival = await pay(safe, 99n)
  await world.devnet.mine(16)
  const steps = await catchUp(chain)
  expect(steps.some(({ type }) => type === 'reorg')).toBe(true)
  const executions = await listExecutions(chain, safe.address)
  expect(executions).toHaveLength(1)
  expect(executions[0]).toContain(rival.safeTxHash)
  await expectSameAsChain(chain, [safe.address])
})

test('3: a rival with the same nonce after a reorg is the only one executed', async () => {
  const safe = await newSafe()
  const chain = await newChain()
  await follow(chain, safe.address)
  const snapshot = await world.devnet.snapshot()
  const first = await proposeTransaction(world.devnet, safe, {
    plan: { to: dave.address, value: 1n },
    signers: [alice],
  })
  await storeProposal(chain.store, first)
  await executeTransaction(world.devnet, first)
  await catchUp(chain)
  await world.devnet.revert(snapshot)
  const rival = await pay(safe, 2n)
  await catchUp(chain)
  const { rows } = await sql<{ hash: Hex; executed: boolean }>`
    select '0x' || encode(safe_tx_hash, 'hex') as hash,
      block_number is not null as executed
    from multisig_tx where safe = ${toBytes(safe.address)} and nonce = 0
  `.execute(chain.store)
  const executed = new Map(rows.map((row) => [row.hash, row.executed]))
  expect(executed.get(first.safeTxHash)).toBe(false)
  expect(executed.get(rival.safeTxHash)).toBe(true)
  await expectSameAsChain(chain, [safe.address])
})

test('4: holds while the node is behind, believes it after a while, and survives missing blocks', async () => {
  const safe = await newSafe()
  const proxy = await newProxy()
  const chain = await newChain({ urls: [proxy.url] })
  await follow(chain, safe.address)
  const snapshot = await world.devnet.snapshot()
  await pay(safe, 1n)
  await world.devnet.mine(2)
  await catchUp(chain)
  await world.devnet.revert(snapshot)
  expect(await advance(chain)).toMatchObject({ type: 'held', behind: true })
  expect(await listExecutions(chain, safe.address)).toHaveLength(1)
  const [step] = await catchUp(chain, { acceptShorter: true })
  expect(step).toMatchObject({ type: 'reorg' })
  expect(await listExecutions(chain, safe.address)).toHaveLength(0)

  await pay(safe, 2n)
  const cursor = await readCursor(chain.store, 31337)
  const hole = `0x${((cursor?.number ?? 0n) + 1n).toString(16)}`
  proxy.setFault(({ method, params }) =>
    method === 'eth_getBlockByNumber' && params[0] === hole
      ? { result: null }
      : undefined,
  )
  expect(await advance(chain)).toMatchObject({ type: 'held', behind: false })
  proxy.setFault(() => undefined)
  await catchUp(chain)
  expect(await listExecutions(chain, safe.address)).toHaveLength(1)
  await expectSameAsChain(chain, [safe.address])
})

test('5: logs missing at the tip are found when their block is final', async () => {
  const safe = await newSafe()
  const proxy = await newProxy()
  const chain = await newChain({
    urls: [proxy.url],
    settings: { finalityDepth: 2n },
  })
  await follow(chain, safe.address)
  proxy.setFault(({ method }) =>
    method === 'eth_getLogs' ? { result: [] } : undefined,
  )
  await pay(safe, 3n)
  await send(safe.address, 4n)
  await catchUp(chain)
  expect(await listExecutions(chain, safe.address)).toHaveLength(0)
  proxy.setFault(() => undefined)
  await world.devnet.mine(4)
  await catchUp(chain)
  expect(await recheckFinal(chain)).toMatchObject({ repaired: 2 })
  await catchUp(chain)
  expect(await listExecutions(chain, safe.address)).toHaveLength(1)
  await expectSameAsChain(chain, [safe.address])
  await world.devnet.mine(4)
  await catchUp(chain)
  expect(await recheckFinal(chain)).toMatchObject({ repaired: 0 })
})

test('6: a node that silently cuts its answers is noticed, and the range split', async () => {
  const safe = await newSafe()
  for (let count = 1n; count <= 6n; count++) await pay(safe, count)
  const proxy = await newProxy()
  proxy.setFault(({ method, params }) => {
    const filter = params[0] as { fromBlock?: Hex } | undefined
    if (method !== 'eth_getLogs' || !filter?.fromBlock) return undefined
    return { change: (logs) => (logs as unknown[]).slice(0, 5) }
  })
  const chain = await newChain({ urls: [proxy.url] })
  await follow(chain, safe.address)
  expect(await listExecutions(chain, safe.address)).toHaveLength(6)
  expect([...chain.learned.values()][0]).toBeLessThan(20n)
  proxy.setFault(() => undefined)
  await expectSameAsChain(chain, [safe.address])
})

test('7: learns how much a node answers at once, whatever its words are', async () => {
  const safe = await newSafe()
  await pay(safe, 1n)
  await world.devnet.mine(25)
  const refusals = [
    { error: { code: -32602, message: 'Block range is too large' } },
    {
      error: {
        code: -32005,
        message: 'query returned more than 10000 results',
      },
    },
    { status: 413, body: 'Request Entity Too Large' },
  ] as const
  for (const refusal of refusals) {
    const proxy = await newProxy()
    proxy.setFault(({ method, params }) => {
      const filter = params[0] as { fromBlock?: Hex; toBlock?: Hex } | undefined
      if (method !== 'eth_getLogs' || !filter?.fromBlock || !filter.toBlock)
        return undefined
      const size = Number(filter.toBlock) - Number(filter.fromBlock) + 1
      return size > 10 ? refusal : undefined
    })
    const chain = await newChain({ urls: [proxy.url] })
    await follow(chain, safe.address)
    expect(await listExecutions(chain, safe.address)).toHaveLength(1)
    const range = [...chain.learned.values()][0] ?? 0n
    expect(range > 2n && range <= 11n, `range ${range}`).toBe(true)
  }
})

test('7: stays away as long as a node asks, and longer after each failure, without a hot loop', async () => {
  const proxy = await newProxy()
  const chain = await newChain({ urls: [proxy.url] })
  await catchUp(chain)
  proxy.setFault(() => ({ status: 429, headers: { 'retry-after': '1' } }))
  await expect(advance(chain)).rejects.toMatchObject({ name: 'NoNodeError' })
  const asked = proxy.bodies()
  for (let count = 0; count < 20; count++)
    await expect(advance(chain)).rejects.toThrow('429')
  expect(proxy.bodies()).toBe(asked)
  await new Promise((resolve) => setTimeout(resolve, 1_050))
  proxy.setFault(() => ({ status: 502, body: '<html>Bad gateway</html>' }))
  await expect(advance(chain)).rejects.toThrow('502')
  await new Promise((resolve) => setTimeout(resolve, 600))
  proxy.setFault(() => undefined)
  expect(await advance(chain)).toMatchObject({ type: 'idle' })
})

test('8: a node that hangs is given up and the next one asked', async () => {
  const safe = await newSafe()
  const proxy = await newProxy()
  const chain = await newChain({
    urls: [proxy.url, world.devnet.url],
    timeoutMs: 2_500,
  })
  await follow(chain, safe.address)
  proxy.setFault(() => 'hang')
  await pay(safe, 1n)
  const started = Date.now()
  await catchUp(chain)
  expect(Date.now() - started).toBeLessThan(20_000)
  expect(await listExecutions(chain, safe.address)).toHaveLength(1)
  expect(chain.pool.endpoints[0]?.problem()).toContain('2500 ms')
  expect(chain.pool.problem()).toBeUndefined()
})

test('9: of two nodes on different forks, one branch is stored whole', async () => {
  const safe = await newSafe()
  const other = await startDevnet({ chainId: 31337, noMining: true })
  try {
    const proxy = await newProxy()
    const chain = await newChain({ urls: [proxy.url, other.url] })
    const genesis = await world.devnet.client.getBlock({ blockNumber: 0n })
    await follow(chain, safe.address)
    chain.pool.expectGenesis(genesis.hash)
    await pay(safe, 1n)
    let asked = 0
    // The first node fails in the middle of a block.
    proxy.setFault(({ method }) =>
      method === 'eth_getLogs' && asked++ < 4 ? 'close' : undefined,
    )
    await expect(advance(chain)).rejects.toMatchObject({ name: 'NoNodeError' })
    expect(await listExecutions(chain, safe.address)).toHaveLength(0)
    await new Promise((resolve) => setTimeout(resolve, 600))
    await catchUp(chain)
    expect(await listExecutions(chain, safe.address)).toHaveLength(1)
    expect(chain.pool.endpoints[1]?.problem()).toContain('another chain')
    await expectSameAsChain(chain, [safe.address])
  } finally {
    await other.stop()
  }
})

test('a node that answers for its head with the block it is just making does not make forgeries of executions', async () => {
  const safe = await newSafe()
  const proxy = await newProxy()
  const chain = await newChain({ urls: [proxy.url] })
  const { store, chainId } = chain
  await follow(chain, safe.address)
  const first = await pay(safe, 1n)
  // Longer than it is asked again for one block: the wrong answer is stored.
  proxy.setFault(({ method, params }) => {
    const [call, at] = params as [{ data?: Hex }, { blockHash?: Hex }]
    return method === 'eth_call' &&
      call.data === '0xaffed0e0' &&
      at.blockHash === first.receipt.blockHash
      ? { result: padHex('0x02', { size: 32 }) }
      : undefined
  })
  await advance(chain)
  const readNonce = async () =>
    (
      await readStates(store, {
        chainId,
        safes: [safe.address],
        at: first.receipt.blockNumber,
      })
    ).get(safe.address)?.nonce
  expect(await readNonce()).toBe(2n)
  proxy.setFault(() => undefined)
  await pay(safe, 2n)
  await catchUp(chain)
  expect(await listExecutions(chain, safe.address)).toHaveLength(2)
  expect(await readNonce()).toBe(1n)
  await expectSameAsChain(chain, [safe.address])
})

test('a node that has a block before its receipts is asked again', async () => {
  const safe = await newSafe()
  const proxy = await newProxy()
  const chain = await newChain({ urls: [proxy.url] })
  await follow(chain, safe.address)
  await pay(safe, 1n)
  proxy.setFault(({ method }) => {
    if (method === 'eth_getLogs') return { result: [] }
    return method === 'eth_getTransactionReceipt' ? { result: null } : undefined
  })
  await expect(advance(chain)).rejects.toThrow('not what happened in it yet')
  proxy.setFault(() => undefined)
  await new Promise((resolve) => setTimeout(resolve, 600))
  await catchUp(chain)
  expect(await listExecutions(chain, safe.address)).toHaveLength(1)
  await expectSameAsChain(chain, [safe.address])
})

test('10: a node of another chain is refused, and others go on', async () => {
  const other = await startDevnet({ chainId: 31338, noMining: true })
  try {
    const proxy = await newProxy()
    const chain = await newChain({ urls: [proxy.url] })
    await catchUp(chain)
    proxy.setFault(() => 'close')
    await expect(advance(chain)).rejects.toThrow()
    proxy.setTarget(other.url)
    proxy.setFault(() => undefined)
    await new Promise((resolve) => setTimeout(resolve, 600))
    await expect(advance(chain)).rejects.toThrow(
      'The node answers for chain 31338, not 31337.',
    )
    const second = await newChain({ urls: [other.url], chainId: 31338 })
    expect((await catchUp(second)).at(-1)).toMatchObject({ type: 'idle' })
  } finally {
    await other.stop()
  }
})

test('12: of two leaders exactly one gets each block, and nothing is doubled', async () => {
  const safe = await newSafe()
  const { store } = await world.openDatabase()
  const urls = [world.devnet.url]
  const [one, two] = [
    createTestChain({ store, urls }),
    createTestChain({ store, urls }),
  ]
  await follow(one, safe.address)
  await pay(safe, 1n)
  await pay(safe, 2n)
  await pay(safe, 3n)
  let fenced = 0
  for (let round = 0; round < 6; round++) {
    const results = await Promise.allSettled([advance(one), advance(two)])
    for (const result of results)
      if (result.status === 'rejected') {
        expect(result.reason).toBeInstanceOf(CursorMovedError)
        fenced++
      }
  }
  expect(fenced).toBeGreaterThan(0)
  expect(await listExecutions(one, safe.address)).toHaveLength(3)
  const { chainId } = one
  const list = 'history'
  // Three payments, the money the safe was given, without the creation.
  expect(await readCount(store, { chainId, safe: safe.address, list })).toBe(4)
  await expectSameAsChain(one, [safe.address])
})

test('14: a full disk rolls the block back; it is applied when there is room', async () => {
  const safe = await newSafe()
  const chain = await newChain()
  const { store } = chain
  await follow(chain, safe.address)
  await pay(safe, 1n)
  await sql`
    create function no_room() returns trigger language plpgsql as $$
    begin raise exception 'No space left on device' using errcode = '53100'; end $$
  `.execute(store)
  await sql`
    create trigger no_room before insert on timeline
      for each row execute function no_room()
  `.execute(store)
  const before = await readCursor(store, 31337)
  await expect(catchUp(chain)).rejects.toThrow('No space left on device')
  expect(await readCursor(store, 31337)).toEqual(before)
  expect(await listExecutions(chain, safe.address)).toHaveLength(0)
  await sql`drop trigger no_room on timeline`.execute(store)
  await catchUp(chain)
  expect(await listExecutions(chain, safe.address)).toHaveLength(1)
  await expectSameAsChain(chain, [safe.address])
})

test('25: history is ordered by block, transaction and log, not by clocks', async () => {
  const safe = await newSafe()
  const chain = await newChain()
  const { store, chainId } = chain
  await follow(chain, safe.address)
  const { client } = world.devnet
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
  await send(safe.address, 3n)
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

test('factory mode knows the safes of an owner, through changes of owners and reorgs', async () => {
  const chain = await newChain({ settings: { factoryMode: true } })
  const { store, chainId } = chain
  const owners = [alice.address, carol.address]
  const old = await newSafe({ owners })
  await catchUp(chain)
  const of = (owner: Address) => listSafesOfOwner(store, { chainId, owner })
  expect(await of(carol.address)).toContain(old.address)
  const fresh = await newSafe({ owners })
  await catchUp(chain)
  expect(await of(carol.address)).toContain(fresh.address)
  const swap = await runTransaction(world.devnet, fresh, {
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
  await world.devnet.reorg({ depth: 1 })
  await catchUp(chain)
  expect(await of(carol.address)).toContain(fresh.address)
})

test('a safe nobody asks for is let go and resumes where it stopped', async () => {
  const safe = await newSafe()
  const chain = await newChain()
  const { store, chainId } = chain
  await follow(chain, safe.address)
  await pay(safe, 1n)
  await catchUp(chain)
  await sql`update watch set last_asked = now() - interval '1 hour'`.execute(
    store,
  )
  expect(await unfollowIdle(store, { chainId, idleSeconds: 60 })).toEqual([
    safe.address,
  ])
  await pay(safe, 2n)
  await catchUp(chain)
  expect(await listExecutions(chain, safe.address)).toHaveLength(1)
  await watch(chain, safe.address)
  await catchUp(chain)
  await world.devnet.mine()
  await catchUp(chain)
  expect(await listExecutions(chain, safe.address)).toHaveLength(2)
  const states = await readStates(store, { chainId, safes: [safe.address] })
  expect(states.get(safe.address)?.nonce).toBe(2n)
  await expectSameAsChain(chain, [safe.address])
})

test('refuses to watch what is not a safe, and says why', async () => {
  const chain = await newChain()
  await catchUp(chain)
  await expect(watch(chain, dave.address)).rejects.toThrow(
    'There is no contract at this address.',
  )
  const factory = '0x4e1DCf7AD4e460CfD30791CCC4F9c8a4f820ec67'
  await expect(watch(chain, factory)).rejects.toThrow(
    'Neither its code nor the contract it delegates to is one of a safe.',
  )
  const singleton = '0x29fcB43b46531BcA003ddC8FCB67FFE91900C762'
  await expect(watch(chain, singleton)).rejects.toThrow('is not a safe')
})

test('tells how much of the past is known, latest first', async () => {
  const safe = await newSafe()
  await pay(safe, 1n)
  await world.devnet.mine(20)
  const last = await pay(safe, 2n)
  const chain = await newChain({ range: 5n })
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

test('follows no more safes than configured', async () => {
  const chain = await newChain()
  const { store, pool } = chain
  await catchUp(chain)
  const limits = { safes: 1, blocksBeforeCreation: 0n }
  const [one, two] = [await newSafe(), await newSafe()]
  await catchUp(chain)
  await watchSafe({ store, pool, limits }, { safe: one.address })
  await watchSafe({ store, pool, limits }, { safe: one.address })
  await expect(
    watchSafe({ store, pool, limits }, { safe: two.address }),
  ).rejects.toThrow('which is its limit')
})

test('the highest gap of a span is looked for first', () => {
  const span = { from: 10n, to: 20n }
  const find = (...covered: [bigint, bigint][]) =>
    findTopGap(
      span,
      covered.map(([from, to]) => ({ from, to })),
    )
  expect(find()).toEqual(span)
  expect(find([15n, 20n])).toEqual({ from: 10n, to: 14n })
  expect(find([10n, 15n])).toEqual({ from: 16n, to: 20n })
  expect(find([12n, 13n], [18n, 25n])).toEqual({ from: 14n, to: 17n })
  expect(find([21n, 30n])).toEqual(span)
  expect(find([1n, 30n])).toBeUndefined()
})

test('a thousand watched safes cost no more questions per block than one', async () => {
  const safe = await newSafe()
  const proxy = await newProxy()
  const chain = await newChain({ urls: [proxy.url] })
  await follow(chain, safe.address)
  const countQuestions = async () => {
    await pay(safe, 1n)
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

async function addStrangers(store: Store, count: number): Promise<void> {
  await sql`
    insert into watch (chain_id, safe, wanted_from, followed_from)
    select 31337, decode(lpad(to_hex(1000000 + n), 40, '0'), 'hex'), 1000000, 0
    from generate_series(1, ${count}::int) n
  `.execute(store)
}

test('ends equal to a fresh rescan after random payments, reorgs and restarts', async () => {
  await runRandomly(20)
}, 120_000)

test('ends equal to a fresh rescan after 250 random steps @full', async () => {
  await runRandomly(250)
}, 900_000)

async function runRandomly(steps: number): Promise<void> {
  const seed = Number(process.env.COVAULT_SEED ?? Date.now() % 1_000_000)
  process.stdout.write(`random run of ${steps} steps, seed ${seed}\n`)
  const random = createRandom(seed)
  const safe = await newSafe()
  let chain = await newChain()
  await follow(chain, safe.address)
  // Reorgs may not reach below: the safe itself has to stay.
  await world.devnet.mine(10)
  let undone = 0
  for (let step = 0; step < steps; step++) {
    const dice = random()
    if (dice < 0.35) await pay(safe, BigInt(1 + Math.floor(random() * 9)))
    else if (dice < 0.5) await send(safe.address, 1n)
    else if (dice < 0.6) await world.devnet.mine(1 + Math.floor(random() * 3))
    else if (dice < 0.85)
      await world.devnet.reorg({ depth: 1 + Math.floor(random() * 10) })
    else if (dice < 0.9) {
      const { store } = chain
      chain = createTestChain({ store, urls: [world.devnet.url] })
    } else await advance(chain)
    if (random() < 0.6)
      undone += (await catchUp(chain)).filter(
        ({ type }) => type === 'reorg',
      ).length
    await backfill(chain)
  }
  await catchUp(chain)
  expect(undone).toBeGreaterThan(0)
  await expectSameAsChain(chain, [safe.address])
}

/** mulberry32: small, and the same everywhere for one seed. */
function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let value = Math.imul(state ^ (state >>> 15), 1 | state)
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value
    return ((value ^ (value >>> 14)) >>> 0) / 4294967296
  }
}
