import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { readCursor } from '../store/cursors.js'
import { assertComplete, markFollowed, readWatch } from '../store/watches.js'
import type { RpcRequest } from '../testing/faultyRpc.js'
import { follow, listLines, openScene, type Scene } from '../testing/scene.js'
import { catchUp, expectSameAsChain, watch } from '../testing/testWorld.js'
import { advance } from './advance.js'
import { recheckFinal } from './recheckFinal.js'
import { recheckWhole } from './recheckWhole.js'

// Chain, database and other tests share few cores.
vi.setConfig({ testTimeout: 300_000 })

let scene: Scene

beforeAll(async () => {
  scene = await openScene({ firstSalt: 2_900n })
}, 600_000)
afterEach(() => scene.stopProxies())
afterAll(() => scene.stop())

const crowded = { wholeBlocksAbove: 0, finalityDepth: 2n }
const notFound = { error: { code: -32_601, message: 'Method not found' } }

test('blocks that are read whole tell of safes what questions for each tell', async () => {
  const proxy = await scene.newProxy()
  const whole = await scene.newChain({ urls: [proxy.url], settings: crowded })
  const each = await scene.newChain()
  const safes = await scene.newSafes([{}, {}, {}])
  const [first, second] = safes
  if (!first || !second) throw new TypeError('Three were made.')
  const addresses = safes.map(({ address }) => address)
  await follow(whole, ...addresses)
  await follow(each, ...addresses)
  proxy.counts.clear()
  await scene.pay(first, 3n)
  await scene.send(second.address, 5n)
  await scene.run(first, { to: second.address, value: 2n })
  await catchUp(whole)
  expect(proxy.counts.get('eth_getBlockReceipts')).toBe(3)
  expect(proxy.counts.get('eth_getLogs')).toBeUndefined()
  await catchUp(each)
  for (const address of addresses)
    expect(await listLines(whole, address)).toEqual(
      await listLines(each, address),
    )
  await scene.devnet.mine(3)
  await catchUp(whole)
  expect(await recheckFinal(whole)).toMatchObject({ repaired: 0 })
  expect(proxy.counts.get('eth_getLogs')).toBeUndefined()
  await expectSameAsChain(whole, addresses)
})

test('a safe that comes while a whole block is stored waits for the next, or has it read again', async () => {
  const chain = await scene.newChain({ settings: crowded })
  const { chainId, store } = chain
  const { address: safe } = await scene.newSafe()
  await catchUp(chain)
  await watch(chain, safe)
  const elsewhere = { safes: [], parties: [] }
  await markFollowed(store, { chainId, looked: elsewhere, from: 7n })
  const known = await readWatch(store, { chainId, safe })
  expect(known?.followedFrom).toBe(7n)
  await assertComplete(store, { chainId, looked: elsewhere })
  const inIt = { safes: [], parties: [safe] }
  await expect(
    assertComplete(store, { chainId, looked: inIt }),
  ).rejects.toThrow('changed after this block was read')
})

test.each([
  {
    name: 'without receipts',
    safeBySafe: false,
    refuses: ({ method }: RpcRequest) => method === 'eth_getBlockReceipts',
  },
  {
    name: 'that only answers for addresses',
    safeBySafe: true,
    refuses: ({ method, params: [filter] }: RpcRequest) =>
      method === 'eth_getBlockReceipts' ||
      (method === 'eth_getLogs' &&
        !Object.keys(filter as object).some((key) =>
          /address|topics/.test(key),
        )),
  },
])(
  'a node $name is asked in the way that it can answer @full',
  async ({ refuses, safeBySafe }) => {
    const proxy = await scene.newProxy()
    proxy.setFault((request) => (refuses(request) ? notFound : undefined))
    const chain = await scene.newChain({ urls: [proxy.url], settings: crowded })
    const safe = await scene.newSafe()
    await follow(chain, safe.address)
    await scene.pay(safe, 1n)
    await scene.pay(safe, 2n)
    const steps = await catchUp(chain)
    expect(
      steps.some((step) => step.type === 'applied' && step.safeBySafe),
    ).toBe(safeBySafe)
    await scene.devnet.mine(3)
    await catchUp(chain)
    expect(await recheckFinal(chain)).toMatchObject({ repaired: 0 })
    // Asked once, and then not for a while.
    expect(proxy.counts.get('eth_getBlockReceipts')).toBe(1)
    await expectSameAsChain(chain, [safe.address])
  },
)

test.each([
  { name: 'has no such block yet', fault: { result: null }, asked: 3 },
  {
    name: 'has failed',
    fault: { error: { code: -32_603, message: 'Internal error' } },
    // Not again for the first block, whose logs are asked for in the other way.
    asked: 2,
  },
])(
  'a node that says once that it $name is asked for whole blocks all the same',
  async ({ fault, asked }) => {
    const proxy = await scene.newProxy()
    const chain = await scene.newChain({ urls: [proxy.url], settings: crowded })
    const safe = await scene.newSafe()
    await follow(chain, safe.address)
    proxy.counts.clear()
    let isFirst = true
    proxy.setFault(({ method }) => {
      if (method !== 'eth_getBlockReceipts' || !isFirst) return undefined
      isFirst = false
      return fault
    })
    await scene.pay(safe, 1n)
    await scene.pay(safe, 2n)
    const steps = await catchUp(chain)
    expect(
      steps.some((step) => step.type === 'applied' && step.safeBySafe),
    ).toBe(false)
    expect(proxy.counts.get('eth_getBlockReceipts')).toBe(asked)
    await expectSameAsChain(chain, [safe.address])
  },
)

test('a node that has no whole block at the moment is not asked safe by safe', async () => {
  const proxy = await scene.newProxy()
  const chain = await scene.newChain({ urls: [proxy.url], settings: crowded })
  const safe = await scene.newSafe()
  await follow(chain, safe.address)
  proxy.counts.clear()
  proxy.setFault(({ method }) =>
    method === 'eth_getBlockReceipts' ? { result: null } : undefined,
  )
  await scene.pay(safe, 1n)
  await expect(advance(chain)).rejects.toThrow(
    'does not have a block that it named',
  )
  expect(proxy.counts.get('eth_getLogs')).toBeUndefined()
  proxy.setFault(() => undefined)
  await vi.waitFor(() => catchUp(chain), { timeout: 10_000 })
  expect(proxy.counts.get('eth_getLogs')).toBeUndefined()
  await expectSameAsChain(chain, [safe.address])
})

test('what a node leaves out of the receipts is missed in the bloom, and asked for otherwise @full', async () => {
  const proxy = await scene.newProxy()
  const chain = await scene.newChain({ urls: [proxy.url], settings: crowded })
  const safe = await scene.newSafe()
  await follow(chain, safe.address)
  proxy.setFault(({ method }) =>
    method === 'eth_getBlockReceipts'
      ? {
          change: (receipts) =>
            (receipts as object[]).map((each) => ({ ...each, logs: [] })),
        }
      : undefined,
  )
  await scene.pay(safe, 1n)
  await catchUp(chain)
  await expectSameAsChain(chain, [safe.address])
})

test('behind by many blocks, they are read one by one where each is read whole, and left to the backfill only beyond', async () => {
  const proxy = await scene.newProxy()
  const chain = await scene.newChain({
    urls: [proxy.url],
    settings: { ...crowded, jumpDistance: 3n, wholeJumpDistance: 30n },
  })
  const { chainId, store } = chain
  const safe = await scene.newSafe()
  await follow(chain, safe.address)
  await scene.pay(safe, 1n)
  await scene.devnet.mine(9)
  const near = (await catchUp(chain)).map(({ type }) => type)
  expect(near).toEqual([...Array(10).fill('applied'), 'idle'])
  await recheckFinal(chain)
  await scene.devnet.mine(20)
  await scene.pay(safe, 2n)
  await scene.devnet.mine(40)
  expect((await advance(chain)).type).toBe('jumped')
  // Two blocks were not final yet. Of those that nobody read none is asked for.
  proxy.counts.clear()
  const cursor = await readCursor(store, chainId)
  expect(await recheckFinal(chain)).toEqual({
    repaired: 0,
    upTo: (cursor?.number ?? 0n) - 2n,
  })
  expect(proxy.counts.get('eth_getBlockReceipts')).toBe(20)
  await catchUp(chain)
  await expectSameAsChain(chain, [safe.address])
})

test('final blocks are compared so many at once, and the next time from there', async () => {
  const chain = await scene.newChain({ settings: crowded })
  const { chainId, store, pool } = chain
  const safe = await scene.newSafe()
  await follow(chain, safe.address)
  await scene.devnet.mine(4)
  await catchUp(chain)
  await recheckFinal(chain)
  await scene.pay(safe, 1n)
  await scene.devnet.mine(40)
  await catchUp(chain)
  const cursor = await readCursor(store, chainId)
  if (!cursor) throw new TypeError('The chain is followed.')
  const upTo = cursor.number - 2n
  const question = { cursor, upTo, steps: 1 }
  expect(await pool.use((rpc) => recheckWhole(chain, rpc, question))).toEqual({
    repaired: 0,
    upTo: cursor.checked + 20n,
  })
  expect(await recheckFinal(chain)).toEqual({ repaired: 0, upTo })
})
