import type { InjectOptions } from 'fastify'
import { createPublicClient, custom, encodeFunctionData } from 'viem'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type FaultyRpc, startFaultyRpc } from '../faultyRpc.js'
import { createTestApp, type TestApp } from '../testApp.js'
import { shareTestWorld, type TestWorld } from '../testWorld.js'

// Browsers that know no other RPC endpoint read the chain through the gateway.

let world: TestWorld
let node: FaultyRpc
let api: TestApp

beforeAll(async () => {
  world = await shareTestWorld()
  node = await startFaultyRpc(world.devnet.url)
  api = await createTestApp({
    rpcUrl: node.url,
    database: await world.openDatabase(),
    configuration: {
      access: {
        trustedProxies: ['loopback'],
        rateLimits: { rpcCallsPerMinute: 100 },
      },
    },
  })
}, 300_000)
afterEach(() => node.setFault(() => undefined))
afterAll(async () => {
  await api?.stop()
  await node?.stop()
  await world?.stop()
})

let callers = 0

/** From an address of its own, unless it is told from which. */
function post(payload: object, options: Partial<InjectOptions> = {}) {
  callers++
  return api.app.inject({
    method: 'POST',
    url: '/rpc/31337',
    payload,
    ...options,
    headers: {
      'x-forwarded-for': `203.0.113.${callers % 250}`,
      ...options.headers,
    },
  })
}

const toCall = (method: string, params: unknown[] = [], id = 1) => ({
  jsonrpc: '2.0',
  id,
  method,
  params,
})

async function ask(method: string, params: unknown[] = []) {
  const reply = await post(toCall(method, params))
  expect(reply.statusCode, reply.body).toBe(200)
  return reply.json() as {
    id: unknown
    result?: unknown
    error?: { code: number; message: string; data?: string }
  }
}

test('answers reads as the node does, alone and many at once', async () => {
  const client = createPublicClient({
    transport: custom({
      request: async ({ method, params }) => {
        const { result, error } = await ask(method, params as unknown[])
        if (error) throw Object.assign(new Error(error.message), error)
        return result
      },
    }),
  })
  expect(await client.getChainId()).toBe(31337)
  const truth = await world.devnet.client.getBlock({ blockNumber: 1n })
  expect((await client.getBlock({ blockNumber: 1n })).hash).toBe(truth.hash)
  const reply = await post([
    toCall('eth_chainId', [], 7),
    toCall('eth_sendRawTransaction', ['0x00'], 8),
    { ...toCall('net_version'), id: 'x' },
    { method: 'eth_chainId' },
  ])
  expect(reply.json()).toEqual([
    { jsonrpc: '2.0', id: 7, result: '0x7a69' },
    {
      jsonrpc: '2.0',
      id: 8,
      error: {
        code: -32601,
        message:
          'The gateway does not forward eth_sendRawTransaction: it answers read methods only. Send transactions through your wallet.',
      },
    },
    { jsonrpc: '2.0', id: 'x', result: '31337' },
    {
      jsonrpc: '2.0',
      id: null,
      error: {
        code: -32600,
        message: 'This is not a JSON-RPC 2.0 call with an id.',
      },
    },
  ])
  expect(reply.headers['cache-control']).toBe('no-store')
})

test('passes nothing on that sends, signs, or changes the node', async () => {
  node.counts.clear()
  for (const method of [
    ...['eth_sendRawTransaction', 'eth_sendTransaction', 'eth_sign'],
    ...[
      'eth_signTransaction',
      'eth_accounts',
      'eth_newFilter',
      'eth_subscribe',
    ],
    ...['personal_sign', 'admin_peers', 'anvil_setBalance', 'evm_mine'],
    ...[
      'debug_traceTransaction',
      'debug_setHead',
      'miner_start',
      'txpool_content',
    ],
    ...['web3_clientVersion', '__proto__', 'toString', 'eth_CHAINID', ''],
  ])
    expect((await ask(method)).error?.code, method).toBe(-32601)
  expect([...node.counts.keys()]).toEqual([])
})

test('bounds what a read may cost the node', async () => {
  const to = '0x0000000000000000000000000000000000000001'
  const refused: [string, unknown[]][] = [
    ['eth_call', [{ to, gas: '0xffffffffff' }, 'latest']],
    ['eth_call', ['nonsense']],
    ['eth_getLogs', [{ fromBlock: '0x0', toBlock: '0xfffff' }]],
    ['eth_getLogs', [{ fromBlock: 'earliest' }]],
    ['eth_getLogs', []],
    ['eth_feeHistory', ['0x10000', 'latest', []]],
    ['debug_traceCall', [{ to }, 'latest', { tracer: '{data:[]}' }]],
    ['debug_traceCall', [{ to }, 'latest', {}]],
    [
      'debug_traceCall',
      [{ to }, 'latest', { tracer: 'callTracer', timeout: '1h' }],
    ],
    ['eth_simulateV1', [{ blockStateCalls: Array(5).fill({}) }, 'latest']],
    [
      'eth_simulateV1',
      [{ blockStateCalls: [{ blockOverrides: { number: '0x9' } }] }],
    ],
    [
      'eth_call',
      [
        { to },
        'latest',
        Object.fromEntries(
          Array.from({ length: 51 }, (_, at) => [`0x${at}`, {}]),
        ),
      ],
    ],
  ]
  node.counts.clear()
  for (const [method, params] of refused)
    expect((await ask(method, params)).error?.code, method).toBe(-32602)
  expect([...node.counts.keys()]).toEqual([])
  const open = [{ fromBlock: '0x0', address: to }]
  expect((await ask('eth_getLogs', open)).result).toEqual([])
})

test('tells the end of a call by its code and its bytes, in words of its own', async () => {
  const { error } = await ask('eth_call', [
    {
      to: '0xcA11bde05977b3631167028862bE2a173976CA11',
      // One call that may not fail, of an address that has no such code.
      data: encodeFunctionData({
        abi: aggregate,
        args: [
          [
            {
              target: '0xcA11bde05977b3631167028862bE2a173976CA11',
              allowFailure: false,
              callData: '0xdeadbeef',
            },
          ],
        ],
      }),
    },
    'latest',
  ])
  expect(error).toMatchObject({
    message: 'execution reverted',
    data: expect.stringMatching(/^0x/),
  })
  node.setFault(({ method }) =>
    method === 'eth_gasPrice'
      ? { error: { code: -32000, message: 'key abc at https://node.example' } }
      : undefined,
  )
  expect((await ask('eth_gasPrice')).error).toEqual({
    code: -32000,
    message: 'The RPC endpoint refused this call.',
  })
  node.setFault(({ method }) =>
    method === 'eth_simulateV1'
      ? {
          result: [
            {
              calls: [{ status: '0x0', error: { message: 'at node.example' } }],
            },
          ],
        }
      : undefined,
  )
  const simulated = await ask('eth_simulateV1', [{ blockStateCalls: [] }])
  expect(simulated.result).toEqual([
    { calls: [{ status: '0x0', error: { message: '' } }] },
  ])
})

test('says that the node is away without keeping it from anybody else', async () => {
  const answers: [Parameters<FaultyRpc['setFault']>[0], RegExp][] = [
    [() => 'close', /does not answer/],
    [() => ({ status: 500, body: 'x' }), /does not answer/],
    [() => ({ status: 429 }), /is busy/],
    [() => ({ result: `0x${'00'.repeat(5_000_000)}` }), /too large/],
  ]
  for (const [fault, words] of answers) {
    // What a stranger's question does to a node is not held against it.
    node.setFault((request) =>
      request.method === 'eth_getBalance' ? fault(request) : undefined,
    )
    const { error } = await ask('eth_getBalance', ['0x1', 'latest'])
    expect(error?.message).toMatch(words)
    const ready = await api.app.inject('/health/ready')
    expect(ready.json().chains).toEqual([
      { chainId: '31337', status: 'ok', reason: null },
    ])
  }
})

test('counts each call of a caller, and no other caller with it', async () => {
  const headers = { 'x-forwarded-for': '198.51.100.1' }
  const batch = Array.from({ length: 50 }, (_, id) =>
    toCall('eth_chainId', [], id),
  )
  for (const _ of [1, 2])
    expect((await post(batch, { headers })).statusCode).toBe(200)
  // A minute allows a hundred: a slow machine has room for a few again.
  const refused = await post(batch, { headers })
  expect(refused.statusCode).toBe(429)
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  expect((await post(toCall('eth_chainId'))).statusCode).toBe(200)
})

test('lets few of one caller in at once, and the others beside them @full', async () => {
  const slow = await startFaultyRpc(node.url)
  slow.setFault(({ method }) =>
    method === 'eth_gasPrice' ? 'hang' : undefined,
  )
  const other = await createTestApp({
    rpcUrl: slow.url,
    database: await world.openDatabase(),
    configuration: { access: { trustedProxies: ['loopback'] } },
  })
  const send = (from: string, method: string) =>
    other.app.inject({
      method: 'POST',
      url: '/rpc/31337',
      payload: toCall(method),
      headers: { 'x-forwarded-for': from },
    })
  const stuck = Array.from({ length: 3 }, () =>
    send('198.51.100.7', 'eth_gasPrice'),
  )
  const quick = await send('198.51.100.8', 'eth_chainId')
  expect(quick.json().result).toBe('0x7a69')
  expect(slow.counts.get('eth_gasPrice')).toBeLessThanOrEqual(2)
  // The third waits: the node may still be busy with the first two.
  const replies = await Promise.all(stuck.slice(0, 2))
  for (const late of replies)
    expect(late.json().error.message).toMatch(/did not answer in time/)
  await other.stop()
  await slow.stop()
}, 60_000)

test('is for our own pages and for programs, in bodies of a bounded size', async () => {
  const from = (origin: string) =>
    post(toCall('eth_chainId'), { headers: { origin, host: '127.0.0.1:4400' } })
  expect((await from('https://evil.example')).statusCode).toBe(403)
  expect((await from('null')).statusCode).toBe(403)
  expect((await from('http://127.0.0.1:4400')).statusCode).toBe(200)
  const large = toCall('eth_call', [{ data: `0x${'00'.repeat(300_000)}` }])
  expect((await post(large)).statusCode).toBe(413)
  const many = Array.from({ length: 51 }, (_, id) =>
    toCall('eth_chainId', [], id),
  )
  expect((await post(many)).json().error.code).toBe(-32600)
  expect((await post([])).statusCode).toBe(400)
  const respelled = ['/rpc/031337', '/rpc/%33%31337', '/rpc/3%31337']
  for (const url of ['/rpc/1', '/rpc/x', '/rpc/-1', ...respelled])
    expect((await post(toCall('eth_chainId'), { url })).statusCode, url).toBe(
      404,
    )
  for (const url of ['/rpc', '/rpc/31337', '/rpc/31337/x'])
    expect((await api.app.inject(url)).json(), url).toMatchObject({
      statusCode: 404,
      message: `Cannot GET ${url}`,
    })
})

test('is what the wire names where nothing else is published', async () => {
  const read = async (configuration: object) => {
    const chain = { chainId: 31337, rpcUrls: [node.url] }
    const app = await createTestApp({
      rpcUrl: node.url,
      database: await world.openDatabase(),
      configuration: {
        access: { publicNames: ['safe.example'] },
        chains: [{ ...chain, ...configuration }],
      },
    })
    const headers = { host: 'safe.example' }
    const [wire, config, page] = await Promise.all([
      app.app.inject({ url: '/v1/chains/31337', headers }),
      app.app.inject({ url: '/app-config', headers }),
      app.app.inject({ url: '/home', headers }),
    ])
    const policy = String(page.headers['content-security-policy'])
    await app.stop()
    const { publicRpcUri, rpcUri, safeAppsRpcUri } = wire.json()
    return {
      uris: [publicRpcUri, rpcUri, safeAppsRpcUri],
      app: config.json().chains[0].rpcUrl as string,
      connect: /connect-src ([^;]*)/.exec(policy)?.[1],
    }
  }
  const door = {
    authentication: 'NO_AUTHENTICATION',
    value: 'http://safe.example/rpc/31337',
  }
  expect(await read({})).toEqual({
    uris: [door, door, door],
    app: '/rpc/31337',
    connect: "'self'",
  })
  const value = 'https://public.example/v3/'
  const open = { authentication: 'NO_AUTHENTICATION', value }
  expect(await read({ publicRpcUrl: value })).toEqual({
    uris: [open, open, open],
    app: value,
    connect: "'self' https://public.example",
  })
  const unknown = { authentication: 'UNKNOWN', value }
  expect(
    await read({ publicRpcUrl: value, rpcAuthentication: 'UNKNOWN' }),
  ).toMatchObject({ uris: [unknown, unknown, unknown], app: value })
  // Without a key it is of no use to a browser.
  const keyed = { authentication: 'API_KEY_PATH', value }
  expect(
    await read({ publicRpcUrl: value, rpcAuthentication: 'API_KEY_PATH' }),
  ).toEqual({
    uris: [door, keyed, keyed],
    app: '/rpc/31337',
    connect: "'self'",
  })
}, 60_000)

test("lets browsers reach the release's node and the published one, no other", async () => {
  const app = await createTestApp({
    rpcUrl: node.url,
    database: await world.openDatabase(),
    configuration: {
      chains: [
        {
          chainId: 1,
          rpcUrls: ['https://private.example/key'],
          publicRpcUrl: 'https://public.example/rpc',
        },
      ],
    },
  })
  const page = await app.app.inject('/home')
  await app.stop()
  const policy = String(page.headers['content-security-policy'])
  expect(/connect-src ([^;]*)/.exec(policy)?.[1]).toBe(
    "'self' https://ethereum-rpc.publicnode.com https://public.example",
  )
})

const aggregate = [
  {
    type: 'function',
    name: 'aggregate3',
    stateMutability: 'payable',
    inputs: [
      {
        name: 'calls',
        type: 'tuple[]',
        components: [
          { name: 'target', type: 'address' },
          { name: 'allowFailure', type: 'bool' },
          { name: 'callData', type: 'bytes' },
        ],
      },
    ],
    outputs: [],
  },
] as const
