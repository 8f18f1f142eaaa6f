// @vitest-environment jsdom
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getBlockNumber } from 'viem/actions'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { environment } from '../preferences/environment.js'
import { type ChainConfig, createChainClient } from './chainClient.js'
import { findEndpoint, offerProvider, type Provider } from './endpoint.js'
import { readAt } from './provenance.js'

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
  offerProvider(undefined)
  environment.write({ gatewayUrl: null, rpcUrls: [] })
  await new Promise((done) => node.close(done))
})

const at = (answer: () => Promise<unknown>): Provider => ({ request: answer })

test("takes the reader's own node first, then the wallet, then the release's", () => {
  expect(findEndpoint(chain).source).toBe('release')
  offerProvider({ chainId: 31337, provider: at(async () => '0x1') })
  expect(findEndpoint(chain).source).toBe('wallet')
  const own = 'http://127.0.0.1:9'
  environment.write({
    gatewayUrl: null,
    rpcUrls: [{ chainId: 31337, url: own }],
  })
  expect(findEndpoint(chain)).toEqual({ source: 'own', url: own })
})

test('says when the gateway chose the node, and only then', () => {
  expect(findEndpoint(mainnet).source).toBe('release')
  const named = (rpcUrl: string, chainId = 1) =>
    findEndpoint({ ...mainnet, chainId, rpcUrl }).source
  expect(named('https://rpc.example')).toBe('gateway')
  expect(named('http://127.0.0.1:8545')).toBe('gateway')
  expect(named('http://127.0.0.1:8545', 5001)).toBe('gateway')
  expect(named('https://rpc.example', 31337)).toBe('gateway')
  expect(named('nonsense', 31337)).toBe('gateway')
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
