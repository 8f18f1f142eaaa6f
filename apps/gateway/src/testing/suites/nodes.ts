import {
  type DeployedSafe,
  demoAccounts,
  deploySafe,
  runTransaction,
  signTransaction,
} from '@covault/devnet'
import {
  buildSignatures,
  enableModuleMethod,
  encodeMethod,
  type SafeVersion,
} from '@covault/protocol'
import { type Address, getAddress, type Hex, numberToHex, padHex } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readSafe, readSafeCore } from '../../chain/probeSafe.js'
import { readSafes } from '../../chain/readSafe.js'
import { advance } from '../../indexer/advance.js'
import { allowUndo, readCursor } from '../../store/cursors.js'
import { placeAnswering } from '../answeringContract.js'
import { propose, sign, toProposal } from '../apiSuite.js'
import { type FaultyRpc, startFaultyRpc } from '../faultyRpc.js'
import { createTestApp, type TestApp } from '../testApp.js'
import {
  catchUp,
  createTestChain,
  shareTestWorld,
  type TestWorld,
  watch,
} from '../testWorld.js'

const { alice, bob, dave, stranger } = demoAccounts
const multicall: Address = '0xcA11bde05977b3631167028862bE2a173976CA11'
const usual = 800

let world: TestWorld
let proxy: FaultyRpc
let api: TestApp
let chain: ReturnType<typeof createTestChain>
let safe: DeployedSafe
let saltNonce = 19_000n

beforeAll(async () => {
  world = await shareTestWorld()
  proxy = await startFaultyRpc(world.devnet.url)
  const database = await world.openDatabase()
  api = await createTestApp({ rpcUrl: proxy.url, database })
  chain = createTestChain({
    store: database.store,
    urls: [proxy.url],
    settings: { finalityDepth: 2n },
  })
  safe = await deploySafe(world.devnet, {
    owners: [alice.address, bob.address],
    threshold: 1,
    saltNonce: ++saltNonce,
  })
  await catchUp(chain)
}, 300_000)
afterAll(async () => {
  await api?.stop()
  await proxy?.stop()
  await world?.stop()
})

function countCalls(): number {
  return [...proxy.counts.values()].reduce((sum, count) => sum + count, 0)
}

/** How many questions to the node something costs. */
async function measure(work: () => Promise<unknown>): Promise<number> {
  const before = countCalls()
  await work()
  return countCalls() - before
}

const readPath = (address: Address) => `/v1/chains/31337/safes/${address}`

describe('what strangers can make a node do', () => {
  const signed = (plan = { to: dave.address, nonce: 0n }) =>
    signTransaction(safe, { plan, signers: [alice] })

  test('a refused proposal costs at most 3 questions', async () => {
    const good = toProposal(await signed(), { sender: alice.address })
    const byContract: Hex = `0x${padHex(multicall, { size: 32 }).slice(2)}${padHex('0x41', { size: 32 }).slice(2)}00${padHex('0x01', { size: 32 }).slice(2)}aa`
    await api.app.inject(propose(safe, { ...good, safeTxHash: padHex('0x01') }))
    const refused: Record<string, object> = {
      'another hash': { ...good, safeTxHash: padHex('0x01', { size: 32 }) },
      'a stranger': {
        ...good,
        sender: stranger.address,
        signature: await sign(stranger, good.safeTxHash),
      },
      'an unsigned one of nobody': {
        ...good,
        signature: null,
        sender: stranger.address,
      },
      'a contract that is no owner': {
        ...good,
        sender: multicall,
        signature: byContract,
      },
      'a past nonce': { ...good, nonce: '0', value: '1' },
    }
    for (const [name, body] of Object.entries(refused)) {
      const cost = await measure(async () => {
        const { statusCode } = await api.app.inject(propose(safe, body))
        expect(statusCode, name).toBeGreaterThanOrEqual(400)
      })
      expect(cost, name).toBeLessThanOrEqual(3)
    }
  })

  test('a proposal that an owning contract refuses costs at most 3 questions', async () => {
    const owner: Address = padHex('0x0c0de1', { size: 20 })
    await placeAnswering(world.devnet, {
      address: owner,
      answers: {},
      otherwise: padHex('0x00', { size: 32 }),
    })
    const owned = await deploySafe(world.devnet, {
      owners: [owner],
      threshold: 1,
      saltNonce: ++saltNonce,
    })
    const { transaction, safeTxHash } = await signTransaction(owned, {
      plan: { to: dave.address, nonce: 0n },
      signers: [],
    })
    const body = toProposal(
      {
        safe: owned,
        transaction,
        safeTxHash,
        signatures: [{ kind: 'contract', signer: owner, data: '0xaa' }],
      },
      { sender: owner },
    )
    const cost = await measure(async () => {
      const reply = await api.app.inject(propose(owned, body))
      expect(reply.json()).toMatchObject({
        message: 'The signature is not valid on the chain.',
      })
    })
    expect(cost).toBeLessThanOrEqual(3)
  })

  test('several signatures that only the chain can judge come one at a time', async () => {
    const toContract = (value: bigint) =>
      getAddress(numberToHex(value, { size: 20 }))
    const sender = toContract(0x0c0de1n)
    const owners = [sender, toContract(0x0c0de2n)]
    const owned = await deploySafe(world.devnet, {
      owners,
      threshold: 1,
      saltNonce: ++saltNonce,
    })
    const { transaction, safeTxHash } = await signTransaction(owned, {
      plan: { to: dave.address, nonce: 0n },
      signers: [],
    })
    const signatures = owners.map((signer) => ({
      ...{ kind: 'contract' as const, signer, data: '0xaa' as const },
    }))
    const body = toProposal(
      { safe: owned, transaction, safeTxHash, signatures },
      { sender },
    )
    const cost = await measure(async () => {
      const reply = await api.app.inject(propose(owned, body))
      expect(reply.json()).toMatchObject({
        message:
          '2 of these signatures can only be checked on the chain. Send contract signatures one at a time.',
      })
    })
    expect(cost).toBeLessThanOrEqual(3)
  })

  test.each([1, 2_000, 4_000, 200_000])(
    'a contract that did not ask for a proposer costs at most 2 questions, with %i bytes',
    async (bytes) => {
      const contract = getAddress(numberToHex(0x0c0de1n, { size: 20 }))
      const data: Hex = `0x${'aa'.repeat(bytes)}`
      const signature = buildSignatures([
        { kind: 'contract', signer: contract, data },
      ])
      const cost = await measure(async () => {
        const reply = await api.app.inject({
          method: 'POST',
          url: '/v2/chains/31337/delegates',
          payload: {
            ...{ safe: null, delegate: dave.address, delegator: contract },
            ...{ signature, label: '' },
          },
        })
        expect(reply.statusCode).toBe(400)
      })
      expect(cost).toBeLessThanOrEqual(2)
    },
  )

  test('a contract that nobody knows costs at most 2 questions, however many ask', async () => {
    const ask = (address: Address) =>
      api.app.inject(`/v1/chains/31337/contracts/${address}`)
    await ask(padHex('0x0c0de7', { size: 20 }))
    for (const address of [padHex('0x0c0de8', { size: 20 }), multicall]) {
      const cost = await measure(async () => {
        const replies = await Promise.all(
          Array.from({ length: 10 }, () => ask(address)),
        )
        for (const { statusCode } of replies)
          expect([200, 404]).toContain(statusCode)
      })
      expect(cost, address).toBeLessThanOrEqual(2)
    }
  })

  test('an address that is no safe costs at most 2 questions', async () => {
    const speaking: Address = padHex('0x0c0de2', { size: 20 })
    await placeAnswering(world.devnet, {
      address: speaking,
      answers: {
        'nonce()': padHex('0x01', { size: 32 }),
        'getThreshold()': padHex('0x01', { size: 32 }),
        'getOwners()': `0x${padHex('0x20', { size: 32 }).slice(2)}${padHex('0x00', { size: 32 }).slice(2)}`,
      },
      otherwise: 'loop',
    })
    await api.app.inject(readPath(dave.address))
    for (const address of [stranger.address, multicall, speaking]) {
      const read = await measure(async () => {
        const { statusCode } = await api.app.inject(readPath(address))
        expect(statusCode).toBe(404)
      })
      expect(read, address).toBeLessThanOrEqual(2)
      const body = toProposal(await signed(), { sender: alice.address })
      const proposed = await measure(async () => {
        const { statusCode } = await api.app.inject(
          propose({ ...safe, address }, body),
        )
        expect(statusCode).toBe(404)
      })
      expect(proposed, address).toBeLessThanOrEqual(2)
    }
  })

  test('twenty who ask at the same time cost as much as one', async () => {
    const good = toProposal(await signed(), { sender: alice.address })
    const signature = await sign(stranger, good.safeTxHash)
    const body = { ...good, sender: stranger.address, signature }
    const cost = await measure(() =>
      Promise.all(
        Array.from({ length: 20 }, () => api.app.inject(propose(safe, body))),
      ),
    )
    expect(cost).toBeLessThanOrEqual(6)
    const unknown = await measure(() =>
      Promise.all(
        Array.from({ length: 20 }, () => api.app.inject(readPath(bob.address))),
      ),
    )
    expect(unknown).toBeLessThanOrEqual(4)
  })
})

const versions: [SafeVersion, boolean][] = [
  ['1.1.1', false],
  ['1.3.0', false],
  ['1.3.0', true],
  ['1.4.1', true],
  ['1.5.0', true],
]

test.each(versions)(
  'one question reads of a safe %s, L2 %s, what ten do',
  async (version, l2) => {
    const { devnet } = world
    const { pool } = chain
    const owners = [alice, bob, dave].map(({ address }) => address)
    const created = await deploySafe(devnet, {
      ...{ owners, threshold: 1, version, l2 },
      saltNonce: ++saltNonce,
    })
    const { address } = created
    const data = encodeMethod(enableModuleMethod, { module: stranger.address })
    await runTransaction(devnet, created, {
      plan: { to: address, data },
      signers: [alice],
    })
    const expectSame = async () => {
      const { hash: blockHash } = await devnet.client.getBlock()
      const [apart] = await pool.use((rpc) =>
        readSafes(rpc, { safes: [address], blockHash }),
      )
      const whole = await pool.use((rpc) =>
        readSafe(rpc, { safe: address, blockHash }),
      )
      expect(whole).toEqual(apart)
      const core = await pool.use((rpc) =>
        readSafeCore(rpc, { safe: address, block: 'latest' }),
      )
      expect(apart).toMatchObject(core)
      return whole
    }
    const { owners: read, modules } = await expectSame()
    expect(read).toHaveLength(3)
    expect(modules).toEqual([stranger.address])
    for (const index of slots)
      await devnet.client.setStorageAt({
        address,
        index,
        value: padHex(bob.address, { size: 32 }),
      })
    await devnet.mine()
    expect(await expectSame()).toMatchObject({ guard: bob.address })
    // Some nodes run no code that belongs to nobody.
    proxy.setFault(({ method, params }) => {
      const [call] = params as [{ to?: Address }]
      return method === 'eth_call' && !call.to
        ? { error: { code: -32000, message: 'not supported' } }
        : undefined
    })
    await expectSame()
    proxy.setFault(() => undefined)
  },
)

const slots: readonly Hex[] = [
  '0x4a204f620c8c5ccdca3fd54d003badd85ba500436a431f0cbda4f558c93c34c8',
  '0xb104e0b93118902c651344349b610029d694cfdec91c589c91ebafbcd0289947',
  '0x6c9a6c4a39284e37ed1cf53d337577d14212a4870fb976a4366c693b939918d5',
]

test('a node that hangs costs a reader less than a second; old answers are marked', async () => {
  const hurried = await createTestApp({
    rpcUrl: proxy.url,
    database: { url: '', store: api.store },
    withinMs: usual,
  })
  try {
    const { address } = safe
    await watch(chain, address)
    await catchUp(chain)
    const paths = [
      readPath(address),
      `${readPath(address)}/nonces`,
      `${readPath(address)}/balances/usd`,
      `/v2/chains/31337/safes/${address}/collectibles`,
      `/v2/safes?safes=31337:${address}`,
      `/v1/chains/31337/safes/${address}/transactions/history`,
    ]
    const ask = (url: string) => hurried.app.inject({ method: 'GET', url })
    const before = []
    const usualMs = []
    for (const path of paths) {
      const started = performance.now()
      const reply = await ask(path)
      usualMs.push(performance.now() - started)
      expect(reply.statusCode, path).toBe(200)
      expect(reply.headers, path).not.toHaveProperty('x-covault-stale')
      before.push(reply)
    }
    await world.devnet.mine()
    await catchUp(chain)
    const cursor = await readCursor(api.store, 31337)
    proxy.setFault(() => 'hang')
    for (const [index, path] of paths.entries()) {
      // No node is resting when somebody comes who asks for more than is stored.
      if (path.match(/balances|collectibles|v2.safes/))
        await new Promise((resolve) => setTimeout(resolve, 1_050))
      const started = performance.now()
      const reply = await ask(path)
      // What the node costs, beside what the machine takes for the same anyway.
      const costMs = performance.now() - started - (usualMs[index] ?? 0)
      expect(costMs, path).toBeLessThan(1_000)
      expect(reply.statusCode, path).toBe(200)
      expect(reply.json(), path).toEqual(before[index]?.json())
      // Somebody has to have asked in vain.
      if (index > 2)
        expect(reply.headers).toMatchObject({
          'x-covault-stale': `chain=31337; block=${cursor?.number}`,
          age: expect.stringMatching(/^\d+$/),
        })
    }
    // By now it has been silent to everybody for longer than a slow node is.
    await new Promise((resolve) => setTimeout(resolve, 1_050))
    const started = performance.now()
    const unknown = await ask(readPath(dave.address))
    expect(unknown.statusCode).toBe(422)
    expect(unknown.headers['retry-after']).toBe('1')
    expect(performance.now() - started).toBeLessThan(1_000)
    const { safeTxHash, ...rest } = await signTransaction(safe, {
      plan: { to: dave.address, nonce: 0n },
      signers: [alice],
    })
    const written = await hurried.app.inject(
      propose(
        safe,
        toProposal({ safeTxHash, ...rest }, { sender: alice.address }),
      ),
    )
    expect(written.statusCode).toBe(503)
    expect(written.headers['retry-after']).toBe('1')
    expect(performance.now() - started).toBeLessThan(5_000)
    proxy.setFault(() => undefined)
    await new Promise((resolve) => setTimeout(resolve, 1_100))
    const after = await ask(`${readPath(address)}/balances/usd`)
    expect(after.statusCode).toBe(200)
    expect(after.headers).not.toHaveProperty('x-covault-stale')
  } finally {
    proxy.setFault(() => undefined)
    await hurried.stop()
  }
})

describe('what is final', () => {
  test('is not undone by a node with another first block', async () => {
    const own = createTestChain({
      store: (await world.openDatabase()).store,
      urls: [proxy.url],
    })
    await catchUp(own)
    const before = await readCursor(own.store, 31337)
    proxy.setFault(({ method }) =>
      method === 'eth_getBlockByNumber'
        ? { change: (block) => toOtherChain(block as ForeignBlock) }
        : undefined,
    )
    await expect(advance(own)).rejects.toThrow('another chain')
    proxy.setFault(() => undefined)
    expect(await readCursor(own.store, 31337)).toEqual(before)
  })

  test('is not undone until the operator says so', async () => {
    const { devnet } = world
    const own = createTestChain({
      store: (await world.openDatabase()).store,
      urls: [proxy.url],
      settings: { finalityDepth: 2n },
    })
    await catchUp(own)
    const snapshot = await devnet.snapshot()
    await devnet.mine(6)
    await catchUp(own)
    const before = await readCursor(own.store, 31337)
    await devnet.revert(snapshot)
    await devnet.client.setCoinbase({ address: padHex('0xc0', { size: 20 }) })
    await devnet.mine(8)
    const step = await advance(own)
    expect(step).toMatchObject({ type: 'held', behind: false })
    const reason = step.type === 'held' ? step.reason : ''
    const word = /run covault accept-reorg --chain 31337 --block (\d+)\.$/.exec(
      reason,
    )
    expect(word, reason).not.toBeNull()
    const above = BigInt(word?.[1] ?? 0)
    expect(await readCursor(own.store, 31337)).toEqual(before)
    expect(await allowUndo(own.store, { chainId: 31337, above })).toBe(true)
    const [reorg, ...more] = await catchUp(own)
    expect(reorg).toMatchObject({ type: 'reorg', ancestor: above })
    expect(more.at(-1)).toMatchObject({ type: 'idle' })
  })
})

type ForeignBlock = { hash: Hex; parentHash: Hex } | null

function toOtherChain(block: ForeignBlock): ForeignBlock {
  const change = (hash: Hex): Hex => `0xffffffff${hash.slice(10)}`
  return (
    block && {
      ...block,
      hash: change(block.hash),
      parentHash: change(block.parentHash),
    }
  )
}
