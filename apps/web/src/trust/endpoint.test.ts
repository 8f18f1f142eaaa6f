// @vitest-environment jsdom
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getBlockNumber } from 'viem/actions'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { environment } from '../preferences/environment.js'
import { type ChainConfig, createChainClient } from './chainClient.js'
import {
  isSameServer,
  listEndpoints,
  listSecondEndpoints,
  offerProvider,
  type Provider,
} from './endpoint.js'
import { isGatewaysWord, readAt } from './provenance.js'

const chain: ChainConfig = {
  chainId: 31337,
  shortName: 'local1',
  name: 'Local 1',
  rpcUrl: 'http://127.0.0.1:20001',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  testnet: true,
  local: true,
}
const mainnet: ChainConfig = {
  ...chain,
  chainId: 1,
  rpcUrl: 'https://ethereum-rpc.publicnode.com',
}

let node: Server
let url: string

/** A node that is always at block 7. */
beforeEach(async () => {
  node = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk) => chunks.push(chunk))
    request.on('end', () => {
      const calls = JSON.parse(Buffer.concat(chunks).toString())
      response.setHeader('content-type', 'application/json')
      response.setHeader('access-control-allow-origin', '*')
      response.end(
        JSON.stringify(
          calls.map(({ id }: { id: number }) => ({
            jsonrpc: '2.0',
            id,
            result: '0x7',
          })),
        ),
      )
    })
  })
  await new Promise<void>((done) => node.listen(0, '127.0.0.1', () => done()))
  url = `http://127.0.0.1:${(node.address() as AddressInfo).port}`
})

afterEach(async () => {
  vi.restoreAllMocks()
  vi.useRealTimers()
  offerProvider(undefined)
  environment.write({ gatewayUrl: null, rpcUrls: [] })
  await new Promise((done) => node.close(done))
})

const at = (answer: () => Promise<unknown>): Provider => ({ request: answer })

const gatewayUrl = 'https://gateway.example'

const sourcesOf = (served: ChainConfig) =>
  listEndpoints(served).map(({ source }) => source)

test("takes the reader's own node, the wallet, the release's, the gateway's, the gateway", () => {
  environment.write({ gatewayUrl, rpcUrls: [] })
  const door = `${gatewayUrl}/rpc/1`
  expect(sourcesOf({ ...mainnet, rpcUrl: door })).toEqual(['release', 'door'])
  const named = { ...mainnet, rpcUrl: 'https://rpc.example' }
  expect(sourcesOf(named)).toEqual(['release', 'gateway'])
  offerProvider({ chainId: 1, provider: at(async () => '0x1') })
  expect(sourcesOf(named)).toEqual(['wallet', 'release', 'gateway'])
  const own = 'http://127.0.0.1:9'
  environment.write({ gatewayUrl, rpcUrls: [{ chainId: 1, url: own }] })
  expect(listEndpoints(named)).toEqual([{ source: 'own', url: own }])
})

test('asks the release for the chains it knows, on any port for local ones', () => {
  expect(sourcesOf(chain)).toEqual(['release'])
  expect(sourcesOf(mainnet)).toEqual(['release'])
  const [first] = listEndpoints({ ...mainnet, rpcUrl: 'https://rpc.example' })
  expect(first).toEqual({ source: 'release', url: mainnet.rpcUrl })
})

test('says when the gateway chose the node, and only then', () => {
  const named = (rpcUrl: string, chainId: number) =>
    sourcesOf({ ...mainnet, chainId, rpcUrl })
  expect(named('http://127.0.0.1:8545', 5001)).toEqual(['gateway'])
  expect(named('https://rpc.example', 31337)).toEqual(['gateway'])
  expect(named('nonsense', 31337)).toEqual(['gateway'])
})

test('takes any address of the gateway for the gateway', () => {
  environment.write({ gatewayUrl: 'http://127.0.0.1:20001', rpcUrls: [] })
  expect(sourcesOf(chain)).toEqual(['door'])
  environment.write({ gatewayUrl, rpcUrls: [] })
  const named = { ...chain, chainId: 5001, rpcUrl: `${gatewayUrl}/node` }
  expect(sourcesOf(named)).toEqual(['door'])
})

test("what the gateway's door answers is its word, alone until another agrees", async () => {
  environment.write({ gatewayUrl: url, rpcUrls: [] })
  const client = createChainClient({ ...chain, rpcUrl: `${url}/rpc/31337` })
  const block = await getBlockNumber(client, { cacheTime: 0 })
  const word = readAt(client, block)
  expect(word).toEqual({
    kind: 'gateway',
    block: 7n,
    endpoint: { source: 'door', host: new URL(url).host },
  })
  expect(isGatewaysWord(word)).toBe(true)
  const second = { source: 'own', host: 'node.example' } as const
  expect(isGatewaysWord({ ...word, second })).toBe(false)
})

/** Later each time: what rested before, in whatever file, does so no more. */
let minutes = 0

test("falls back from the release's node to the gateway, says so, and lets it rest", async () => {
  minutes += 1
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 60_000 * minutes })
  environment.write({ gatewayUrl: url, rpcUrls: [] })
  const served = { ...mainnet, rpcUrl: `${url}/rpc/1` }
  const real = globalThis.fetch
  const asked = vi.spyOn(globalThis, 'fetch')
  asked.mockImplementation((input, options) =>
    String(input).startsWith(mainnet.rpcUrl)
      ? Promise.reject(new TypeError('Failed to fetch'))
      : real(input, options),
  )
  for (const _ of [1, 2]) {
    const client = createChainClient(served)
    expect(client.getEndpoint().source).toBe('release')
    expect(await getBlockNumber(client, { cacheTime: 0 })).toBe(7n)
    expect(client.getEndpoint().source).toBe('door')
  }
  const toRelease = asked.mock.calls.filter(([input]) =>
    String(input).startsWith(mainnet.rpcUrl),
  )
  expect(toRelease).toHaveLength(1)
})

test('reads through the wallet only what is of its chain', async () => {
  offerProvider({ chainId: 31337, provider: at(async () => '0x2a') })
  const read = (chainId: number) =>
    getBlockNumber(createChainClient({ ...chain, chainId, rpcUrl: url }), {
      cacheTime: 0,
    })
  expect(await read(31337)).toBe(42n)
  expect(await read(31338)).toBe(7n)
})

test('names who answered, without what may be a key in the address', async () => {
  const read = async (rpcUrl: string) => {
    const client = createChainClient({ ...chain, rpcUrl })
    const block = await getBlockNumber(client, { cacheTime: 0 })
    return readAt(client, block)
  }
  expect(await read(`${url}/secret?key=hush`)).toEqual({
    kind: 'chain',
    block: 7n,
    endpoint: { source: 'release', host: new URL(url).host },
  })
  offerProvider({ chainId: 31337, provider: at(async () => '0x2a') })
  expect(await read(url)).toEqual({
    kind: 'chain',
    block: 42n,
    endpoint: { source: 'wallet', host: undefined },
  })
})

test('passes over a wallet that fails, and one that moved while it was asked', async () => {
  const ask = () => createChainClient({ ...chain, rpcUrl: url })
  const read = (client = ask()) => getBlockNumber(client, { cacheTime: 0 })
  offerProvider({
    chainId: 31337,
    provider: at(() => Promise.reject(new Error('locked'))),
  })
  const client = ask()
  expect(await read(client)).toBe(7n)
  expect(client.getEndpoint()).toEqual({
    source: 'release',
    host: new URL(url).host,
  })
  offerProvider({
    chainId: 31337,
    provider: at(async () => {
      offerProvider(undefined)
      return '0x2a'
    }),
  })
  expect(await read()).toBe(7n)
})

test.each([
  ['http://127.0.0.1:20001/', 'http://127.0.0.1:20001/other?key=2', true],
  ['http://localhost:20001', 'http://127.0.0.1:20001', true],
  ['https://node.example/key1', 'https://node.example:443/key2', true],
  ['https://node.example', 'https://NODE.example./v3', true],
  ['https://node.example', 'wss://node.example/key', true],
  ['http://127.0.0.1', 'ws://localhost:80', true],
  ['http://127.0.0.1:20001', 'http://127.0.0.1:20002', false],
  ['https://node.example', 'ws://node.example', false],
  ['https://node.example', 'https://other.example', false],
])('%s and %s are one source: %s', (one, other, isOne) => {
  expect(isSameServer(one, other)).toBe(isOne)
})

test('another address of the first server is no second source', () => {
  const rpcUrls = [{ chainId: 31337, url: 'http://127.0.0.1:20001/a' }]
  const second = (address: string) => {
    const secondUrls = [{ chainId: 31337, url: address }]
    environment.write({ gatewayUrl: null, rpcUrls, secondUrls })
    return listSecondEndpoints(chain)
  }
  expect(second('http://localhost:20001/b')).toEqual([])
  expect(second('http://127.0.0.1:20002/a')).toHaveLength(1)
  // The one that the release names counts as well.
  environment.write({
    ...{ gatewayUrl: null, rpcUrls: [] },
    secondUrls: [{ chainId: 31337, url: `${chain.rpcUrl}/again` }],
  })
  expect(listSecondEndpoints(chain)).toEqual([])
})
