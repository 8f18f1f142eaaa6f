import {
  demoAccounts,
  proposeTransaction,
  signTransaction,
} from '@covault/devnet'
import {
  buildSignatures,
  encodeExecTransaction,
  encodeMultiSend,
  findDeployment,
  multiSends,
} from '@covault/protocol'
import { sql } from 'kysely'
import {
  concat,
  encodeFunctionData,
  type Hex,
  parseAbi,
  zeroAddress,
} from 'viem'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { createMetrics } from '../http/metrics.js'
import { toBytes } from '../store/bytes.js'
import { toArray } from '../store/columnArray.js'
import { CursorMovedError, readCursor } from '../store/cursors.js'
import { readFeesOf } from '../store/fees.js'
import { tellInterest } from '../store/interest.js'
import { listenToOutbox } from '../store/listen.js'
import { listChanges } from '../store/outbox.js'
import { readStates } from '../store/safeStates.js'
import { readCount } from '../store/timeline.js'
import { readWatch } from '../store/watches.js'
import { placeForwarder } from '../testing/emitter.js'
import {
  type Fault,
  type RpcRequest,
  refuseTraces,
} from '../testing/faultyRpc.js'
import { word } from '../testing/forgeries.js'
import { storeProposal } from '../testing/proposals.js'
import { runRandomly } from '../testing/randomRun.js'
import {
  follow,
  listExecutions,
  listLines,
  openScene,
  type Scene,
  toExecution,
  waitFor,
} from '../testing/scene.js'
import { sendBlock } from '../testing/sendBlock.js'
import { silent } from '../testing/silent.js'
import {
  catchUp,
  createTestChain,
  expectSameAsChain,
  watch,
} from '../testing/testWorld.js'
import { advance } from './advance.js'
import { findTopGap } from './backfill.js'
import { fillDetails } from './fillDetails.js'
import { fillFees } from './fillFees.js'
import { findMissing } from './findMissing.js'
import { followChain } from './followChain.js'
import { recheckFinal } from './recheckFinal.js'

// What every run checks, on one chain; all scenarios are in the files beside.

const { alice, bob, carol, dave } = demoAccounts

// Chain, database and other tests share few cores.
vi.setConfig({ testTimeout: 300_000 })

let scene: Scene

beforeAll(async () => {
  scene = await openScene({ firstSalt: 0n })
}, 600_000)
afterEach(() => scene.stopProxies())
afterAll(() => scene.stop())

const variants = [
  { version: '1.1.1', l2: false },
  { version: '1.3.0', l2: false },
  { version: '1.3.0', l2: true },
  { version: '1.4.1', l2: true },
  { version: '1.5.0', l2: false },
] as const

test('reads the past and follows the present of safes of every version', async () => {
  const owners = [alice.address, bob.address, carol.address]
  const safes = await scene.newSafes(
    variants.map((variant) => ({ ...variant, owners, threshold: 2 })),
  )
  const payAll = async (nonce: bigint, value: bigint) => {
    const signed = await Promise.all(
      safes.map((safe) =>
        signTransaction(safe, {
          plan: { to: dave.address, value, nonce },
          signers: [alice, bob],
        }),
      ),
    )
    await sendBlock(
      scene.devnet,
      signed.map((each) => toExecution(each)),
    )
    return signed
  }
  const addresses = safes.map(({ address }) => address)
  const first = await payAll(0n, 7n)
  const chain = await scene.newChain()
  await follow(chain, ...addresses)
  const second = await payAll(1n, 8n)
  await catchUp(chain)
  const { store, chainId } = chain
  const states = await readStates(store, { chainId, safes: addresses })
  for (const [index, safe] of addresses.entries()) {
    const lines = await listLines(chain, safe)
    const executions = lines.filter((line) => line.startsWith('execution'))
    const name = JSON.stringify(variants[index])
    expect(executions, name).toHaveLength(2)
    expect(executions.join()).toContain(`${first[index]?.safeTxHash} t 0 0`)
    expect(executions.join()).toContain(`${second[index]?.safeTxHash} t 0 1`)
    const paid = lines.filter((line) => / native out /.test(line))
    expect(paid.map((line) => line.split(' ').at(-2))).toEqual(['7', '8'])
    expect(states.get(safe), name).toMatchObject({ nonce: 2n, verified: true })
  }
  await expectSameAsChain(chain, addresses)
})

test('a new execution is stored and announced at once while the chain is followed', async () => {
  const safe = await scene.newSafe()
  const { store, url } = await scene.world.openDatabase()
  const chain = createTestChain({ store, urls: [scene.devnet.url] })
  await follow(chain, safe.address)
  const follower = followChain(chain, { databaseUrl: url })
  let calls = 0
  const listener = listenToOutbox({ url, log: silent, onChange: () => calls++ })
  try {
    await waitFor('the start', () => follower.progress.cursor !== undefined)
    await waitFor('the first call', () => calls > 0)
    const heard = calls
    const { receipt } = await scene.pay(safe, 1n)
    await waitFor(
      'the execution',
      async () => (await listExecutions(chain, safe.address)).length === 1,
    )
    await waitFor('the announcement', () => calls > heard)
    const changes = await listChanges(store, { after: 0n, limit: 100 })
    const kinds = changes
      .filter(({ block }) => block === receipt.blockNumber)
      .map(({ kind }) => kind)
    expect(kinds.sort()).toEqual(['balance', 'history', 'queue', 'safe'])
  } finally {
    await listener.stop()
    await follower.stop()
  }
  expect(follower.progress.role).toBe('stopped')
  await expectSameAsChain(chain, [safe.address])
})

test('a chain that is looked at seldom is looked at when somebody waits for it, and a safe that is to be followed is adopted at once', async () => {
  const safe = await scene.newSafe()
  const { store, url } = await scene.world.openDatabase()
  const never = 3_600_000
  const chain = createTestChain({
    store,
    urls: [scene.devnet.url],
    settings: { pollMs: never },
  })
  const { chainId } = chain
  const follower = followChain(chain, { databaseUrl: url })
  try {
    const isAtHead = async () => {
      const head = await scene.devnet.client.getBlockNumber({ cacheTime: 0 })
      return (await readCursor(store, chainId))?.number === head
    }
    await waitFor('the start', isAtHead)
    await watch(chain, safe.address)
    const isAdopted = async () => {
      const place = { chainId, safe: safe.address }
      return typeof (await readWatch(store, place))?.followedFrom === 'bigint'
    }
    await waitFor('the safe', isAdopted)
    await scene.pay(safe, 1n)
    expect(await isAtHead()).toBe(false)
    await tellInterest(store, [1, chainId])
    await waitFor('the block', isAtHead)
    await waitFor(
      'the execution',
      async () => (await listExecutions(chain, safe.address)).length === 1,
    )
  } finally {
    await follower.stop()
  }
})

test('the store is not asked again while the latest block is the one at which nothing waited', async () => {
  const safe = await scene.newSafe()
  const chain = await scene.newChain()
  await follow(chain, safe.address)
  const step = await advance(chain)
  if (step.type !== 'idle') throw new TypeError('Something is to be done.')
  const { quiet } = step
  expect(quiet).toBeDefined()
  const ask = vi.spyOn(chain.store, 'getExecutor')
  expect(await advance(chain, { quiet })).toEqual(step)
  expect(ask).not.toHaveBeenCalled()
  expect(await advance(chain)).toEqual(step)
  expect(ask).toHaveBeenCalled()
  ask.mockRestore()
  await scene.pay(safe, 1n)
  expect((await advance(chain, { quiet })).type).toBe('applied')
  expect(await listExecutions(chain, safe.address)).toHaveLength(1)
})

test('while the RPC endpoint is away the age of the last look grows, and it is new again when it is back', async () => {
  const proxy = await scene.newProxy()
  const { store, url } = await scene.world.openDatabase()
  const chain = createTestChain({ store, urls: [proxy.url] })
  const metrics = createMetrics()
  const follower = followChain(chain, { databaseUrl: url })
  const { progress } = follower
  metrics.readProgress(new Map([[chain.chainId, progress]]))
  const readAge = async () => {
    const text = await metrics.registry.metrics()
    const name = 'covault_look_age_seconds'
    return Number(new RegExp(`^${name}\\{.*\\} (.+)$`, 'm').exec(text)?.[1])
  }
  try {
    await waitFor('a look', () => progress.head !== undefined)
    proxy.setFault(() => 'close')
    await waitFor('the failure', () => progress.problem !== undefined)
    const { lookedAt } = progress
    const began = await readAge()
    await waitFor('the growth', async () => (await readAge()) > began + 0.5)
    expect(progress.lookedAt).toBe(lookedAt)
    const oldest = await readAge()
    proxy.setFault(() => undefined)
    await waitFor('the end', async () => (await readAge()) < oldest)
  } finally {
    await follower.stop()
  }
  expect(await readAge()).toBeNaN()
})

test('an unsigned proposal goes when its day is over, and nothing else does', async () => {
  const { address } = await scene.newSafe()
  const { store, url } = await scene.world.openDatabase()
  const chain = createTestChain({ store, urls: [scene.devnet.url] })
  await follow(chain, address)
  await sql`
    insert into multisig_tx (chain_id, safe_tx_hash, safe, nonce, details,
      trusted, submitted_at, expires_at)
    select ${chain.chainId}, sha256(name::bytea), ${toBytes(address)}, 3,
      'proposal', trusted, now(), now() + day * interval '1 day'
    from (values ('old', false, -1), ('new', false, 1), ('signed', true, -1))
      as proposed (name, trusted, day)
  `.execute(store)
  const countRest = async () => {
    const { rows } = await sql`
      select from multisig_tx where safe = ${toBytes(address)}
    `.execute(store)
    return rows.length
  }
  const follower = followChain(chain, { databaseUrl: url })
  try {
    await waitFor('the end of one', async () => (await countRest()) === 2)
    const { rows } = await sql`
      select from multisig_tx where safe_tx_hash = sha256('old')
    `.execute(store)
    expect(rows).toEqual([])
  } finally {
    await follower.stop()
  }
})

test('ends equal to a fresh rescan after random payments, reorgs and restarts', async () => {
  await runRandomly(scene, { steps: 12 })
})

test('1: a proposal executed in a dropped block awaits execution again with its confirmations, and the reorg is announced', async () => {
  const safe = await scene.newSafe()
  const chain = await scene.newChain()
  const { store } = chain
  await follow(chain, safe.address)
  const { receipt: _, ...signed } = await scene.pay(safe, 6n)
  await storeProposal(store, signed)
  await catchUp(chain)
  const read = () =>
    store
      .selectFrom('multisig_tx')
      .selectAll()
      .where('safe_tx_hash', '=', toBytes(signed.safeTxHash))
      .executeTakeFirstOrThrow()
  expect(await read()).toMatchObject({ success: true, note: 'a note' })

  await scene.devnet.reorg({ depth: 1 })
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

test('3: a rival with the same nonce after a reorg is the only one executed', async () => {
  const safe = await scene.newSafe()
  const chain = await scene.newChain()
  await follow(chain, safe.address)
  const snapshot = await scene.devnet.snapshot()
  const first = await proposeTransaction(scene.devnet, safe, {
    plan: { to: dave.address, value: 1n },
    signers: [alice],
  })
  await storeProposal(chain.store, first)
  await sendBlock(scene.devnet, [toExecution(first)])
  await catchUp(chain)
  await scene.devnet.revert(snapshot)
  const rival = await scene.pay(safe, 2n)
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

const refusal = { error: { code: -32601, message: 'Method not found' } }

test('5: logs missing at the tip are found when their block is final', async () => {
  const safe = await scene.newSafe()
  const proxy = await scene.newProxy()
  const chain = await scene.newChain({
    urls: [proxy.url],
    settings: { finalityDepth: 2n },
  })
  await follow(chain, safe.address)
  proxy.setFault(({ method }) => {
    if (method === 'eth_getBlockReceipts') return refusal
    return method === 'eth_getLogs' ? { result: [] } : undefined
  })
  await scene.pay(safe, 3n)
  await scene.send(safe.address, 4n)
  await catchUp(chain)
  expect(await listExecutions(chain, safe.address)).toHaveLength(0)
  proxy.setFault(() => undefined)
  await scene.devnet.mine(4)
  await catchUp(chain)
  expect(await recheckFinal(chain)).toMatchObject({ repaired: 2 })
  await catchUp(chain)
  expect(await listExecutions(chain, safe.address)).toHaveLength(1)
  await expectSameAsChain(chain, [safe.address])
  await scene.devnet.mine(4)
  await catchUp(chain)
  expect(await recheckFinal(chain)).toMatchObject({ repaired: 0 })
})

test('5: logs of a safe that the block names and the node leaves out are read from the receipts', async () => {
  const [left, kept] = await scene.newSafes([{}, {}])
  if (!left || !kept) throw new TypeError('Two safes were asked for.')
  const proxy = await scene.newProxy()
  const chain = await scene.newChain({ urls: [proxy.url] })
  await follow(chain, left.address, kept.address)
  proxy.setFault(leaveOut(({ address }) => isSame(address, left.address)))
  const signed = await Promise.all(
    [left, kept].map((safe) =>
      signTransaction(safe, {
        plan: { to: dave.address, value: 1n, nonce: 0n },
        signers: [alice],
      }),
    ),
  )
  await sendBlock(
    scene.devnet,
    signed.map((each) => toExecution(each)),
  )
  await catchUp(chain)
  expect(await listExecutions(chain, left.address)).toHaveLength(1)
  expect(await listExecutions(chain, kept.address)).toHaveLength(1)
  proxy.setFault(() => undefined)
  await expectSameAsChain(chain, [left.address, kept.address])
})

test('6: logs left out of the middle of an answer are missed by the count of the safe, and read in smaller parts', async () => {
  const safe = await scene.newSafe()
  await scene.payOften(safe, { count: 3 })
  const from = await scene.devnet.client.getBlockNumber()
  await scene.send(safe.address, 9n)
  await scene.payOften(safe, { count: 3, firstNonce: 3 })
  const proxy = await scene.newProxy()
  const isHole = ({ blockNumber }: { blockNumber: Hex }) =>
    [from, from + 1n].includes(BigInt(blockNumber))
  const leave = leaveOut(isHole)
  proxy.setFault((request) => {
    const filter = request.params[0] as { fromBlock?: Hex; toBlock?: Hex }
    const size = Number(filter?.toBlock) - Number(filter?.fromBlock)
    return size > 3 ? leave(request) : undefined
  })
  const chain = await scene.newChain({ urls: [proxy.url] })
  await follow(chain, safe.address)
  expect(await listExecutions(chain, safe.address)).toHaveLength(5)
  // The transfer beside the missing execution comes back with it.
  expect(await findMissing(chain)).toEqual({ looked: 1, repaired: 2 })
  expect(await findMissing(chain)).toEqual({ looked: 0, repaired: 0 })
  expect(await listExecutions(chain, safe.address)).toHaveLength(6)
  proxy.setFault(() => undefined)
  await catchUp(chain)
  await expectSameAsChain(chain, [safe.address])
})

test('6: an execution that one node never tells is read from the next', async () => {
  const safe = await scene.newSafe()
  await scene.payOften(safe, { count: 3 })
  const middle = (await scene.devnet.client.getBlockNumber()) - 1n
  const proxy = await scene.newProxy()
  const leave = leaveOut(({ blockNumber }) => BigInt(blockNumber) === middle)
  proxy.setFault((request) =>
    request.method === 'eth_getBlockReceipts' ? refusal : leave(request),
  )
  const urls = [proxy.url, scene.devnet.url]
  const chain = await scene.newChain({ urls })
  await follow(chain, safe.address)
  expect(await listExecutions(chain, safe.address)).toHaveLength(2)
  expect(await findMissing(chain)).toEqual({ looked: 1, repaired: 1 })
  expect(await listExecutions(chain, safe.address)).toHaveLength(3)
  await catchUp(chain)
  await expectSameAsChain(chain, [safe.address])
})

type ToldLog = { address: Hex; blockNumber: Hex }

/** A node that answers without some of its logs, and says nothing about it. */
function leaveOut(
  isLeftOut: (log: ToldLog) => boolean,
): (request: RpcRequest) => Fault | undefined {
  return ({ method }) =>
    method === 'eth_getLogs'
      ? {
          change: (logs) =>
            (logs as ToldLog[]).filter((log) => !isLeftOut(log)),
        }
      : undefined
}

const isSame = (a: string, b: string) => a.toLowerCase() === b.toLowerCase()

test('12: of two leaders exactly one gets each block, and nothing is doubled', async () => {
  const safe = await scene.newSafe()
  const { store } = await scene.world.openDatabase()
  const urls = [scene.devnet.url]
  const [one, two] = [
    createTestChain({ store, urls }),
    createTestChain({ store, urls }),
  ]
  await follow(one, safe.address)
  await scene.pay(safe, 1n)
  await scene.pay(safe, 2n)
  await scene.pay(safe, 3n)
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

test('18: an execution inside of a contract is known by hash only, until a node traces it', async () => {
  const safe = await scene.newSafe({ l2: false })
  const forwarder = await placeForwarder(scene.devnet)
  const proxy = await scene.newProxy()
  const chain = await scene.newChain({ urls: [proxy.url] })
  await follow(chain, safe.address)
  proxy.setFault(refuseTraces)
  const signed = await signTransaction(safe, {
    plan: { to: dave.address, value: 3n, nonce: 0n },
    signers: [alice],
  })
  const { transaction, signatures, safeTxHash } = signed
  await sendBlock(scene.devnet, [
    {
      account: bob,
      to: forwarder,
      data: concat([
        word(safe.address),
        encodeExecTransaction(transaction, buildSignatures(signatures)),
      ]),
      gas: 1_000_000n,
    },
  ])
  await catchUp(chain)
  const readRow = () =>
    chain.store
      .selectFrom('multisig_tx')
      .select(['details', 'nonce', 'success', 'executor'])
      .where('safe_tx_hash', '=', Buffer.from(safeTxHash.slice(2), 'hex'))
      .executeTakeFirstOrThrow()
  expect(await readRow()).toMatchObject({
    details: 'unavailable',
    nonce: null,
    success: true,
  })
  proxy.setFault(() => undefined)
  expect(await fillDetails(chain)).toBeGreaterThan(0)
  expect(await readRow()).toMatchObject({ details: 'trace', nonce: '0' })
  const lines = await listLines(chain, safe.address)
  expect(lines.some((line) => / native out .* 3 t$/.test(line))).toBe(true)
  await expectSameAsChain(chain, [safe.address])
})

test('19: two executions and a failed module call in one transaction are told apart', async () => {
  const safe = await scene.newSafe()
  const forwarder = await placeForwarder(scene.devnet)
  const chain = await scene.newChain()
  await follow(chain, safe.address)
  await scene.run(safe, {
    to: safe.address,
    data: encodeFunctionData({
      abi: parseAbi(['function enableModule(address)']),
      args: [forwarder],
    }),
  })
  const signed = await Promise.all(
    [1n, 2n].map((nonce) =>
      signTransaction(safe, {
        // The second fails inside and says so: it pays for its gas.
        plan:
          nonce === 1n
            ? { to: dave.address, value: 1n, nonce }
            : {
                to: safe.address,
                data: '0x12345678',
                nonce,
                safeTxGas: 50_000n,
              },
        signers: [alice],
      }),
    ),
  )
  const moduleCall = encodeFunctionData({
    abi: parseAbi([
      'function execTransactionFromModule(address,uint256,bytes,uint8) returns (bool)',
    ]),
    args: [safe.address, 10n ** 30n, '0x', 0],
  })
  const callOnly = multiSends.filter((multiSend) => multiSend.callOnly)
  await sendBlock(scene.devnet, [
    {
      account: bob,
      to: findDeployment(callOnly, safe)?.address ?? zeroAddress,
      data: encodeMultiSend([
        ...signed.map(({ transaction, signatures }) => ({
          to: safe.address,
          value: 0n,
          operation: 0 as const,
          data: encodeExecTransaction(transaction, buildSignatures(signatures)),
        })),
        {
          to: forwarder,
          value: 0n,
          operation: 0,
          data: concat([word(safe.address), moduleCall]),
        },
      ]),
      gas: 5_000_000n,
    },
  ])
  await catchUp(chain)
  const lines = await listLines(chain, safe.address)
  const about = (hash: Hex | undefined) =>
    lines.find(
      (line) => line.startsWith('execution') && line.includes(hash ?? '-'),
    )
  expect(about(signed[0]?.safeTxHash)).toMatch(/ t 0 1$/)
  expect(about(signed[1]?.safeTxHash)).toMatch(/ f \d+ 2$/)
  const modules = lines.filter((line) => line.startsWith('module'))
  expect(modules).toHaveLength(1)
  expect(modules[0]).toMatch(/ f$/)
  await expectSameAsChain(chain, [safe.address])
})

test('what moved is told call by call with its refund, adds up to the wei, and what it cost is asked for', async () => {
  const safe = await scene.newSafe()
  const chain = await scene.newChain()
  await follow(chain, safe.address)
  const { devnet } = scene
  const opening = await devnet.client.getBalance({ address: safe.address })
  const pay = (value: bigint) => ({
    to: dave.address,
    value,
    data: '0x' as const,
    operation: 0 as const,
  })
  const inner = encodeMultiSend([pay(30n), pay(40n)])
  const to = findDeployment(
    multiSends.filter(({ callOnly }) => !callOnly),
    safe,
  )?.address
  const { receipt } = await scene.run(safe, {
    to: to ?? zeroAddress,
    data: encodeMultiSend([
      pay(10n),
      { to: dave.address, value: 0n, data: '0x12', operation: 0 },
      { to: to ?? zeroAddress, value: 0n, data: inner, operation: 1 },
    ]),
    operation: 1,
    // Anyone who is paid back names the gas that the calls may use.
    safeTxGas: 300_000n,
    baseGas: 5n,
    gasPrice: 1n,
  })
  await catchUp(chain)
  const { store, chainId } = chain
  const readMoved = () =>
    store
      .selectFrom('transfer')
      .select(['amount', 'cause', 'call_path', 'to_address'])
      .where('safe', '=', toBytes(safe.address))
      .where('direction', '=', 'out')
      .orderBy('leg')
      .execute()
  const moved = await readMoved()
  const [refund] = moved
  expect(refund).toMatchObject({ cause: 'refund', call_path: null })
  expect(refund?.to_address).toEqual(toBytes(zeroAddress))
  expect(moved.slice(1)).toEqual(
    [
      ['10', '0'],
      ['30', '2.0'],
      ['40', '2.1'],
    ].map(([amount, path]) => ({
      amount,
      cause: 'execution',
      call_path: path,
      to_address: toBytes(dave.address),
    })),
  )
  const closing = await devnet.client.getBalance({ address: safe.address })
  const sum = moved.reduce((all, { amount }) => all + BigInt(amount), 0n)
  expect(opening - sum).toBe(closing)

  expect(await fillFees(chain)).toBe(1)
  expect(await fillFees(chain)).toBe(0)
  const hash = receipt.transactionHash
  const fees = await readFeesOf(store, { chainId, hashes: [hash] })
  expect(fees.get(hash)).toMatchObject({
    payer: alice.address,
    gasUsed: receipt.gasUsed,
    gasPrice: receipt.effectiveGasPrice,
    dataFee: 0n,
  })
  // A refund to nobody in particular went to the sender of the transaction.
  expect((await readMoved())[0]?.to_address).toEqual(toBytes(alice.address))
})

test('values reach the columns they are for as they are, whatever they hold', async () => {
  const { store } = await scene.world.openDatabase()
  const texts = ['', 'null', 'a "b" \\ {c,d}', " ' ; -- \n", 'ü\u202e', null]
  const { rows } = await sql`
    select * from unnest(
      ${toArray('text', texts)},
      ${toArray('bytea', ['0x00ff5C22', '0x', null])},
      ${toArray('numeric', [2n ** 256n - 1n, 0n, null])},
      ${toArray('int2', [1, -1])},
      ${toArray('int4', [2 ** 31 - 1, 0])},
      ${toArray('int8', [-5n, 2n ** 63n - 1n])},
      ${toArray('boolean', [true, false])},
      ${toArray('timestamptz', [1_700_000_000])}
    ) as sent (text, bytes, number, small, middle, int, flag, time)
  `.execute(store)
  expect(rows.map((row) => (row as { text: string }).text)).toEqual(texts)
  expect(rows.slice(0, 3)).toMatchObject([
    {
      bytes: Buffer.from('00ff5c22', 'hex'),
      number: String(2n ** 256n - 1n),
      small: 1,
      middle: 2 ** 31 - 1,
      int: -5n,
      flag: true,
      time: new Date(1_700_000_000_000),
    },
    {
      bytes: Buffer.alloc(0),
      number: '0',
      small: -1,
      middle: 0,
      int: 2n ** 63n - 1n,
      flag: false,
    },
    { bytes: null, number: null, int: null, flag: null, time: null },
  ])
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
