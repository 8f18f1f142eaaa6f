import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import {
  defineProfile,
  type ProviderProfile,
  providerProfiles,
} from './profiles.js'
import { type RpcRequest, type RpcServer, startRpcServer } from './rpcServer.js'
import { type Provider, startProvider } from './startProvider.js'

const head = 50_000
const hex = (value: number) => `0x${value.toString(16)}`
const hashOf = (number: number) => `0x${number.toString(16).padStart(64, '0')}`

let node: RpcServer
const providers: Provider[] = []

beforeAll(async () => {
  node = await startRpcServer(async (body) => {
    const list = Array.isArray(body) ? body : [body]
    const json = list.map((each) => ({ id: each.id, result: answer(each) }))
    return { json: Array.isArray(body) ? json : json[0] }
  })
})
afterEach(async () => {
  await Promise.all(providers.splice(0).map((each) => each.stop()))
})
afterAll(() => node.stop())

/** A node of blocks with a log in each. */
function answer({ method, params }: RpcRequest): unknown {
  const first = params[0]
  if (method === 'eth_blockNumber') return hex(head)
  if (method === 'eth_getBlockByNumber' || method === 'eth_getBlockByHash') {
    const number = first === 'finalized' ? head - 64 : Number(first)
    return number > head ? null : { number: hex(number), hash: hashOf(number) }
  }
  if (method === 'eth_getLogs') {
    const { fromBlock, toBlock } = first as Record<string, string>
    const count = Number(toBlock) - Number(fromBlock) + 1
    return Array.from({ length: count || 1 }, () => ({}))
  }
  return `${method} answered`
}

async function start(limits: Partial<ProviderProfile>, now?: () => number) {
  const profile = defineProfile(limits)
  const provider = await startProvider({
    target: node.url,
    profile,
    ...(now && { now }),
  })
  providers.push(provider)
  const post = async (body: unknown) => {
    const response = await fetch(provider.url, {
      method: 'POST',
      body: JSON.stringify(body),
    })
    const json = (await response.json()) as { error: { message: string } }
    return { response, json }
  }
  const ask = async (method: string, ...params: unknown[]) =>
    (await post({ id: 1, method, params })).json as {
      result?: unknown
      error?: { code: number; message: string }
    }
  return { provider, post, ask }
}

const range = (from: number, to: number) => ({
  fromBlock: hex(from),
  toBlock: hex(to),
})

test.each([
  ['alchemy', 10, 'up to a 10 block range'],
  ['infura', 10_000, 'range 10001 exceeds limit of 10000'],
  ['quicknode', 1_000, 'limited to a 1,000 range'],
] as const)(
  '%s searches %i blocks and no more',
  async (words, logRange, says) => {
    const { ask } = await start({ logRange, words })
    const within = await ask('eth_getLogs', range(1, logRange))
    expect(within.result).toHaveLength(logRange)
    const beyond = await ask('eth_getLogs', range(1, logRange + 1))
    expect(beyond.error?.message).toContain(says)
  },
)

test('answers with 10,000 logs, and with advice where there are more', async () => {
  const { ask } = await start({ ...providerProfiles.fewLogs })
  const within = await ask('eth_getLogs', range(1, 10_000))
  expect(within.result).toHaveLength(10_000)
  const { error } = await ask('eth_getLogs', range(1, 10_001))
  expect(error).toMatchObject({ code: -32_005 })
  expect(error?.message).toContain('Try with this block range [0x1, 0x1389]')
})

test('refuses long lists, logs by hash, old states and what it does not have', async () => {
  const { ask, provider } = await start({
    valuesPerFilter: 2,
    logsByBlockHash: false,
    archive: false,
    finalizedTag: false,
    blockReceipts: false,
  })
  const list = ['0x01', '0x02', '0x03']
  const refusals = [
    await ask('eth_getLogs', { address: list, ...range(1, 2) }),
    await ask('eth_getLogs', { topics: [null, list], ...range(1, 2) }),
    await ask('eth_getLogs', { blockHash: hashOf(5) }),
    await ask('eth_getCode', '0x01', hex(head - 129)),
    await ask('eth_call', {}, { blockHash: hashOf(7) }),
    await ask('eth_getBlockByNumber', 'finalized', false),
    await ask('eth_getBlockReceipts', hex(3)),
    await ask('debug_traceTransaction', '0x00'),
  ]
  expect(refusals.map(({ error }) => error?.code)).toEqual([
    -32_602, -32_602, -32_602, -32_000, -32_000, -32_602, -32_601, -32_601,
  ])
  expect(provider.refused).toHaveLength(refusals.length)
  const recent = await ask('eth_getCode', '0x01', hex(head - 128))
  expect(recent.result).toBe('eth_getCode answered')
})

test('counts the requests of a batch one by one, and asks anyone who is too fast to wait', async () => {
  let time = 0
  const { post, provider } = await start(
    { requestsPerSecond: 25, words: 'quicknode' },
    () => time,
  )
  const batch = (count: number) =>
    post(
      Array.from({ length: count }, (_, id) => ({
        id,
        method: 'eth_chainId',
        params: [],
      })),
    )
  expect((await batch(20)).response.status).toBe(200)
  time = 999
  const tooFast = await batch(6)
  expect(tooFast.response.status).toBe(429)
  expect(tooFast.response.headers.get('retry-after')).toBe('1')
  expect(tooFast.json.error.message).toContain('25/second')
  expect((await batch(5)).response.status).toBe(200)
  time = 1_000
  expect((await batch(20)).response.status).toBe(200)
  expect(provider.counts.get('eth_chainId')).toBe(51)
  expect(provider.requests()).toBe(51)
  expect(provider.bodies()).toBe(4)
})

test('is used up after its budget, and takes no batches where it has none', async () => {
  const { ask, post } = await start({
    monthlyBudget: 2,
    batch: false,
    words: 'alchemy',
  })
  const batch = await post([{ id: 1, method: 'eth_chainId', params: [] }])
  expect(batch.json.error.message).toContain('not supported')
  expect((await ask('eth_chainId')).error).toBeUndefined()
  const spent = await post({ id: 1, method: 'eth_chainId', params: [] })
  expect(spent.response.status).toBe(403)
  expect(spent.json.error.message).toContain('Monthly capacity')
})

test('nodes behind one address know the latest blocks one after the other', async () => {
  const { ask } = await start({ backEnds: [0, 3] })
  expect((await ask('eth_blockNumber')).result).toBe(hex(head))
  expect((await ask('eth_blockNumber')).result).toBe(hex(head - 3))
  const questions: [string, ...unknown[]][] = [
    ['eth_getBlockByNumber', hex(head), false],
    ['eth_getBlockByHash', hashOf(head), false],
    ['eth_getLogs', range(head - 4, head)],
    ['eth_getLogs', { blockHash: hashOf(head) }],
    ['eth_call', {}, { blockHash: hashOf(head) }],
  ]
  const told = (value: { result?: unknown }) =>
    Array.isArray(value.result) ? value.result.length : Boolean(value.result)
  const early: unknown[] = []
  const late: unknown[] = []
  for (const question of questions) {
    early.push(told(await ask(...question)))
    late.push(told(await ask(...question)))
  }
  expect(early).toEqual([true, true, 5, 1, true])
  expect(late).toEqual([false, false, 2, false, false])
})
