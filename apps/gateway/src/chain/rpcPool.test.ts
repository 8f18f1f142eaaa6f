import { type Hex, padHex } from 'viem'
import { afterEach, expect, test } from 'vitest'
import {
  type Fault,
  type FaultyRpc,
  type RpcRequest,
  startFaultyRpc,
} from '../testing/faultyRpc.js'
import { getHead } from './blocks.js'
import { createRpcPool } from './rpcPool.js'

const nodes: FaultyRpc[] = []
afterEach(() =>
  Promise.all(nodes.splice(0).map((node) => node.stop())).then(() => undefined),
)

const genesis = padHex('0x01', { size: 32 })

/** A node that needs no chain: it knows its id, its first block and its head. */
async function startNode({ first = genesis }: { first?: Hex } = {}) {
  const node = await startFaultyRpc('http://127.0.0.1:9')
  nodes.push(node)
  const serve = (head: Hex, hash = first) =>
    node.setFault(({ method }) => answer(method, { head, first: hash }))
  serve('0x10')
  return { ...node, serve }
}

function answer(
  method: string,
  { head, first }: { head: Hex; first: Hex },
): Fault {
  if (method === 'eth_chainId') return { result: '0x7a69' }
  if (method === 'eth_blockNumber') return { result: head }
  return {
    result: {
      number: '0x0',
      hash: first,
      parentHash: padHex('0x', { size: 32 }),
      timestamp: '0x0',
      logsBloom: '0x',
      transactions: [],
    },
  }
}

function openPool(urls: readonly string[], now?: () => number) {
  const pool = createRpcPool({
    chainId: 31337,
    urls,
    timeoutMs: 5_000,
    ...(now ? { now } : {}),
  })
  pool.expectGenesis(genesis)
  return pool
}

test('counts one failure when a node goes away while thirty ask', async () => {
  const node = await startNode()
  let time = 1_000_000
  const pool = openPool([node.url], () => time)
  await pool.use(getHead)
  node.setFault(() => 'close')
  const outcomes = await Promise.allSettled(
    Array.from({ length: 30 }, (_, count) =>
      pool.use((rpc) => rpc.request('eth_getCode', [count])),
    ),
  )
  expect(outcomes.every(({ status }) => status === 'rejected')).toBe(true)
  node.serve('0x11')
  // The shortest rest there is.
  time += 250
  expect(await pool.use(getHead)).toBe(17n)
})

test('asks once what thirty ask at the same time', async () => {
  const node = await startNode()
  const pool = openPool([node.url])
  await pool.use(getHead)
  const before = node.counts.get('eth_blockNumber') ?? 0
  await Promise.all(Array.from({ length: 30 }, () => pool.use(getHead)))
  expect(node.counts.get('eth_blockNumber')).toBe(before + 1)
})

test('refuses the answer of another node that a new connection leads to', async () => {
  const node = await startNode()
  const pool = openPool([node.url])
  expect(await pool.use(getHead)).toBe(16n)
  // Nobody asks at this moment, so nobody sees anything fail.
  node.dropConnections()
  node.serve('0x99', padHex('0x02', { size: 32 }))
  await new Promise((resolve) => setTimeout(resolve, 50))
  await expect(pool.use(getHead)).rejects.toThrow('another chain')
  expect(pool.problem()).toContain('another chain')
})

test('asks a node who it is again after a minute on the same connection', async () => {
  const node = await startNode()
  let time = 1_000_000
  const pool = openPool([node.url], () => time)
  expect(await pool.use(getHead)).toBe(16n)
  node.serve('0x99', padHex('0x02', { size: 32 }))
  time += 60_001
  await expect(pool.use(getHead)).rejects.toThrow('another chain')
})

test('tells somebody in a hurry within a second that a node hangs, and asks the next one', async () => {
  const [hanging, other] = await Promise.all([startNode(), startNode()])
  const isHead = ({ method }: RpcRequest) => method === 'eth_blockNumber'
  const both = openPool([hanging.url, other.url]).hurried({ withinMs: 800 })
  const alone = openPool([hanging.url]).hurried({ withinMs: 800 })
  await both.use(getHead)
  await alone.use(getHead)
  hanging.setFault((request) =>
    isHead(request)
      ? 'hang'
      : answer(request.method, { head: '0x10', first: genesis }),
  )
  other.serve('0x12')
  const started = performance.now()
  const [first, second] = await Promise.allSettled([
    both.use(getHead),
    alone.use(getHead),
  ])
  expect(performance.now() - started).toBeLessThan(1_000)
  expect(first).toMatchObject({ status: 'fulfilled', value: 18n })
  expect(second).toMatchObject({ reason: { name: 'NoNodeError' } })
  // Meanwhile nobody else waits.
  const again = performance.now()
  await expect(alone.use(getHead)).rejects.toThrow('did not answer')
  expect(performance.now() - again).toBeLessThan(200)
})

test('lets those who have time wait for a node that was too slow for others', async () => {
  const node = await startNode()
  const pool = openPool([node.url])
  const hurried = pool.hurried({ withinMs: 100 })
  const isLate = (rpc: { request: unknown }) =>
    new Promise<string>((resolve) => setTimeout(() => resolve(typeof rpc), 300))
  await expect(hurried.use(isLate)).rejects.toThrow('did not answer')
  expect(await pool.use(isLate)).toBe('object')
  expect(pool.problem()).toBeUndefined()
})

test('waits for a node that answers others, where there is nothing else to tell', async () => {
  const node = await startNode()
  const pool = openPool([node.url])
  const first = pool.hurried({ withinMs: 100, whileAliveMs: 2_000 })
  const takeTime = () =>
    new Promise<string>((resolve) => setTimeout(() => resolve('slow'), 400))
  await pool.use(getHead)
  expect(await first.use(takeTime)).toBe('slow')
  node.setFault(() => 'hang')
  const silent = openPool([node.url]).hurried({
    withinMs: 100,
    whileAliveMs: 2_000,
  })
  const started = performance.now()
  await expect(silent.use(getHead)).rejects.toThrow('did not answer')
  expect(performance.now() - started).toBeLessThan(1_000)
})
