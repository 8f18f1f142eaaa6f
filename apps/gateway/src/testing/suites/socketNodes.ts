import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { NoNodeError } from '../../chain/rpcErrors.js'
import { createRpcPool } from '../../chain/rpcPool.js'
import { countOpened } from '../../chain/socket.js'
import { followChain } from '../../indexer/followChain.js'
import { readCursor } from '../../store/cursors.js'
import { waitFor } from '../scene.js'
import { createTestApp } from '../testApp.js'
import {
  createTestChain,
  shareTestWorld,
  type TestWorld,
} from '../testWorld.js'

let world: TestWorld
let line: Awaited<ReturnType<typeof openLine>>

beforeAll(async () => {
  world = await shareTestWorld()
  line = await openLine(Number(new URL(world.devnet.url).port))
}, 300_000)
afterAll(async () => {
  line?.stop()
  await world?.stop()
})

/** The way to a node, which can be cut and can go dead. */
async function openLine(port: number) {
  const ends = new Set<Socket>()
  let isDead = false
  const server = createServer((end) => {
    ends.add(end)
    end.on('error', () => end.destroy())
    if (isDead) return
    const far = connect(port, '127.0.0.1')
    far.on('error', () => end.destroy())
    end.pipe(far).pipe(end)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const cut = () => {
    for (const end of ends) end.destroy()
    ends.clear()
  }
  return {
    url: `ws://127.0.0.1:${(server.address() as AddressInfo).port}/?s3cr3t`,
    cut,
    setDead(value: boolean) {
      isDead = value
      cut()
    },
    stop() {
      cut()
      server.close()
    },
  }
}

const openPool = (url: string, timeoutMs = 20_000) =>
  createRpcPool({ chainId: 31337, urls: [url], timeoutMs })

const block = { method: 'eth_getBlockByNumber', params: ['0x0', false] }
const unknown = { method: 'eth_nothing', params: [] }

test('a node answers over a websocket as it does by requests', async () => {
  const asked = [openPool(line.url), openPool(world.devnet.url)].map((pool) =>
    pool.use(async (rpc) => ({
      one: await rpc.request(block.method, block.params),
      refused: await rpc
        .request(unknown.method, [])
        .catch((error: unknown) => (error as Error).name),
      // The words of a refusal may differ by the way.
      many: (await rpc.batch([block, unknown, block])).map((outcome) =>
        outcome.error ? 'refused' : outcome.result,
      ),
    })),
  )
  const [bySocket, byRequest] = await Promise.all(asked)
  expect(bySocket).toEqual(byRequest)
  expect(bySocket?.many).toHaveLength(3)
})

test('a connection that was cut is opened again, and the node is known again', async () => {
  const pool = openPool(line.url)
  const read = () => pool.use((rpc) => rpc.request(block.method, block.params))
  const first = await read()
  const opened = countOpened(line.url)
  line.cut()
  await waitFor('an answer', () =>
    read().then(
      (again) => JSON.stringify(again) === JSON.stringify(first),
      () => false,
    ),
  )
  expect(countOpened(line.url)).toBeGreaterThan(opened)
})

test('a node that says nothing is given up in time, without telling its key', async () => {
  const dead = await openLine(Number(new URL(world.devnet.url).port))
  dead.setDead(true)
  const ask = (timeoutMs?: number) =>
    openPool(dead.url, timeoutMs).use((rpc) => rpc.request('eth_chainId', []))
  const failed = await ask(300).catch((error: unknown) => error)
  expect(failed).toBeInstanceOf(NoNodeError)
  expect(String(failed)).toContain('did not answer within 300 ms')
  expect(String(failed)).not.toContain('s3cr3t')
  dead.setDead(false)
  await expect(ask()).resolves.toBe('0x7a69')
  dead.stop()
})

test('browsers read through such a node as through any other', async () => {
  const database = await world.openDatabase()
  const api = await createTestApp({ rpcUrl: line.url, database })
  const ask = (id: number) => ({ jsonrpc: '2.0', id, ...block })
  const reply = await api.app.inject({
    method: 'POST',
    url: '/rpc/31337',
    payload: [ask(7), ask(8)],
  })
  await api.stop()
  expect(reply.statusCode, reply.body).toBe(200)
  const answers = reply.json() as { id: number; result: { number: string } }[]
  expect(answers.map(({ id, result }) => [id, result.number])).toEqual([
    [7, '0x0'],
    [8, '0x0'],
  ])
})

test('a block is indexed when the node announces it, without being asked', async () => {
  const { store, url: databaseUrl } = await world.openDatabase()
  const never = 3_600_000
  const chain = {
    ...createTestChain({
      store,
      urls: [line.url],
      settings: { pollMs: never, quietMs: never },
    }),
    headsUrl: line.url,
  }
  const follower = followChain(chain, { databaseUrl })
  try {
    const read = async () => (await readCursor(store, 31337))?.number
    await waitFor('the first block', async () => (await read()) !== undefined)
    const first = (await read()) ?? 0n
    await waitFor('two announced blocks', async () => {
      await world.devnet.mine(1)
      return ((await read()) ?? 0n) >= first + 2n
    })
    expect(follower.progress.problem).toBeUndefined()
  } finally {
    await follower.stop()
  }
}, 120_000)
