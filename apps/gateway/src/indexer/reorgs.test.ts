import { demoAccounts } from '@covault/devnet'
import { padHex } from 'viem'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { allowUndo, readCursor } from '../store/cursors.js'
import { storeProposal } from '../testing/proposals.js'
import { runRandomly } from '../testing/randomRun.js'
import {
  follow,
  listExecutions,
  openScene,
  type Scene,
  toRaw,
  waitFor,
} from '../testing/scene.js'
import {
  catchUp,
  createTestChain,
  expectSameAsChain,
} from '../testing/testWorld.js'
import { advance } from './advance.js'
import { findMissing } from './findMissing.js'
import { followChain } from './followChain.js'
import { recheckFinal } from './recheckFinal.js'

const { alice } = demoAccounts

// Chain, database and other tests share few cores.
vi.setConfig({ testTimeout: 300_000 })

let scene: Scene

beforeAll(async () => {
  scene = await openScene({ firstSalt: 100n })
}, 600_000)
afterEach(() => scene.stopProxies())
afterAll(() => scene.stop())

const countNonce = () =>
  scene.devnet.client.getTransactionCount({ address: alice.address })

test.each([1, 4, 10])(
  '1: after a reorg of depth %i with the transaction mined elsewhere, the store is a fresh rescan @full',
  async (depth) => {
    const safe = await scene.newSafe()
    const chain = await scene.newChain()
    await follow(chain, safe.address)
    await scene.devnet.mine(depth - 1)
    const nonce = await countNonce()
    const { receipt, ...signed } = await scene.pay(safe, 5n)
    await storeProposal(chain.store, signed)
    await catchUp(chain)
    const [before] = await listExecutions(chain, safe.address)

    const raw = await toRaw(signed, nonce)
    await scene.devnet.reorg({
      depth,
      transactions: [{ raw, block: depth === 1 ? 0 : 1 }],
    })
    await scene.devnet.mine()
    const steps = await catchUp(chain)
    expect(steps.filter(({ type }) => type === 'reorg')).toHaveLength(1)
    const after = await listExecutions(chain, safe.address)
    expect(after).toHaveLength(1)
    if (depth > 2) expect(after[0]).not.toBe(before)
    expect(receipt.status).toBe('success')
    await expectSameAsChain(chain, [safe.address])
  },
)

test('2: a reorg deeper than the window is held until the operator accepts it, then undone as deep as it goes and read again @full', async () => {
  const safe = await scene.newSafe()
  const chain = await scene.newChain({ settings: { finalityDepth: 20n } })
  await follow(chain, safe.address)
  const snapshot = await scene.devnet.snapshot()
  for (let count = 0; count < 4; count++) {
    await scene.pay(safe, BigInt(count + 1))
    await scene.devnet.mine(24)
    await catchUp(chain)
    await recheckFinal(chain)
  }
  expect(await listExecutions(chain, safe.address)).toHaveLength(4)
  await scene.devnet.revert(snapshot)
  await scene.devnet.client.setCoinbase({
    address: padHex('0xc0', { size: 20 }),
  })
  await scene.devnet.mine(2)
  const rival = await scene.pay(safe, 99n)
  await scene.devnet.mine(100)
  expect(await advance(chain)).toMatchObject({ type: 'held' })
  expect(await listExecutions(chain, safe.address)).toHaveLength(4)
  const { chainId, store } = chain
  expect(await allowUndo(store, { chainId, above: 0n })).toBe(true)
  const steps = await catchUp(chain)
  const reorg = steps.find(({ type }) => type === 'reorg')
  expect(reorg).toMatchObject({ depth: 100n })
  const executions = await listExecutions(chain, safe.address)
  expect(executions).toHaveLength(1)
  expect(executions[0]).toContain(rival.safeTxHash)
  await expectSameAsChain(chain, [safe.address])
})

test('4: holds while the node is behind, believes it after a while, and survives missing blocks @full', async () => {
  const safe = await scene.newSafe()
  const proxy = await scene.newProxy()
  const chain = await scene.newChain({ urls: [proxy.url] })
  await follow(chain, safe.address)
  const snapshot = await scene.devnet.snapshot()
  await scene.pay(safe, 1n)
  await scene.devnet.mine(2)
  await catchUp(chain)
  await scene.devnet.revert(snapshot)
  expect(await advance(chain)).toMatchObject({ type: 'held', behind: true })
  expect(await listExecutions(chain, safe.address)).toHaveLength(1)
  const [step] = await catchUp(chain, { acceptShorter: true })
  expect(step).toMatchObject({ type: 'reorg' })
  expect(await listExecutions(chain, safe.address)).toHaveLength(0)

  await scene.pay(safe, 2n)
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

test('4: a chain that is held is told as degraded, and goes on by itself @full', async () => {
  const safe = await scene.newSafe()
  const proxy = await scene.newProxy()
  const { store, url } = await scene.world.openDatabase()
  const settings = { lagPatienceMs: 600 }
  const chain = createTestChain({ store, urls: [proxy.url], settings })
  await follow(chain, safe.address)
  const follower = followChain(chain, { databaseUrl: url })
  const { progress } = follower
  try {
    await waitFor('the start', () => progress.cursor !== undefined)
    const snapshot = await scene.devnet.snapshot()
    const { receipt } = await scene.pay(safe, 1n)
    await waitFor('it', () => progress.cursor === receipt.blockNumber)
    expect(progress.problem).toBeUndefined()
    proxy.setFault(({ method, params }) =>
      method === 'eth_getBlockByNumber' &&
      typeof params[0] === 'string' &&
      Number(params[0]) > Number(receipt.blockNumber)
        ? { result: null }
        : undefined,
    )
    await scene.devnet.mine(2)
    await waitFor(
      'the hole',
      () => progress.problem?.includes('has no block') ?? false,
    )
    proxy.setFault(() => undefined)
    await waitFor('the way out', () => progress.problem === undefined)
    await scene.devnet.revert(snapshot)
    await waitFor(
      'the short chain',
      () => progress.problem?.includes('below block') ?? false,
    )
    await waitFor('its acceptance', () => progress.problem === undefined)
  } finally {
    await follower.stop()
  }
  expect(await listExecutions(chain, safe.address)).toHaveLength(0)
  await expectSameAsChain(chain, [safe.address])
})

test('ends equal to a fresh rescan after 250 random steps @full', async () => {
  await runRandomly(scene, { steps: 250 })
}, 1_800_000)

test('after a reorg only the safes that it touched are counted again at once', async () => {
  const chain = await scene.newChain()
  const [one, two] = await scene.newSafes([{}, {}])
  if (!one || !two) throw new TypeError('Two were made.')
  await follow(chain, one.address, two.address)
  await scene.pay(two, 1n)
  await scene.pay(one, 2n)
  await catchUp(chain)
  expect(await findMissing(chain)).toEqual({ looked: 2, repaired: 0 })
  expect(await findMissing(chain)).toEqual({ looked: 0, repaired: 0 })
  await scene.devnet.reorg({ depth: 1, transactions: [] })
  await scene.devnet.mine()
  const steps = await catchUp(chain)
  expect(steps.filter(({ type }) => type === 'reorg')).toHaveLength(1)
  expect(await findMissing(chain)).toEqual({ looked: 1, repaired: 0 })
  expect(await findMissing(chain)).toEqual({ looked: 0, repaired: 0 })
  await expectSameAsChain(chain, [one.address, two.address])
})
