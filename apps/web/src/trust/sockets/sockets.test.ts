// @vitest-environment node
import { type Devnet, startDevnet } from '@covault/devnet'
import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { getCode } from 'viem/actions'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { describeError } from '../../words/errors.js'
import { type ChainConfig, createNodeClient } from '../chainClient.js'
import { headQuery } from '../head.js'
import { announcesBlocks } from './sockets.js'

let devnet: Devnet
let url: string

beforeAll(async () => {
  devnet = await startDevnet({ chainId: 31337 })
  url = devnet.url.replace('http:', 'ws:')
  // As much of a page as is asked about: it is looked at.
  vi.stubGlobal('document', { hidden: false, querySelector: () => null })
}, 120_000)

afterAll(async () => {
  vi.unstubAllGlobals()
  await devnet.stop()
})

const toChain = (rpcUrl: string): ChainConfig => ({
  chainId: 31337,
  shortName: 'local1',
  name: 'Local 1',
  rpcUrl,
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  testnet: true,
  local: true,
})

test('a websocket answers as the same node does by requests', async () => {
  const address = '0x4e59b44847b379578588920cA78FbF26c0B4956C'
  const read = (from: string) => getCode(createNodeClient(from), { address })
  expect(await read(url)).toBe(await read(devnet.url))
  const refused = createNodeClient(url).request({
    method: 'eth_getBlockByNumber',
    params: ['nonsense'] as never,
  })
  await expect(refused).rejects.toMatchObject({ code: -32602 })
})

test('one that nobody answers at is told in words, without its key', async () => {
  const asked = createNodeClient('ws://127.0.0.1:9/?s3cr3t').request({
    method: 'eth_chainId',
  })
  const failed = await asked.catch((error: unknown) => error)
  expect(describeError(failed)).toBe('Can’t connect to the RPC endpoint.')
})

test('a new block is read when it is announced, not when it is polled for', async () => {
  const chain = toChain(url)
  const queries = new QueryClient()
  const observer = new QueryObserver(queries, headQuery(chain))
  const stop = observer.subscribe(() => undefined)
  const read = () => observer.getCurrentResult().data?.number ?? -1n
  try {
    await vi.waitFor(() => expect(read()).toBeGreaterThanOrEqual(0n), 30_000)
    // Until it listens, blocks come; from the first announcement on it says so.
    await vi.waitFor(
      async () => {
        await devnet.mine(1)
        expect(announcesBlocks(url)).toBe(true)
      },
      { timeout: 30_000, interval: 100 },
    )
    const before = read()
    const asked = performance.now()
    await devnet.mine(1)
    await vi.waitFor(() => expect(read()).toBeGreaterThan(before), 30_000)
    expect(performance.now() - asked).toBeLessThan(30_000)
    const { refetchInterval } = headQuery(chain)
    expect((refetchInterval as () => number)()).toBe(30_000)
  } finally {
    stop()
    queries.clear()
  }
}, 120_000)
