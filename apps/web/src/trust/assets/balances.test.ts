import { QueryClient } from '@tanstack/react-query'
import {
  createClient,
  custom,
  decodeFunctionData,
  encodeFunctionResult,
  type Hex,
  numberToHex,
  zeroAddress,
} from 'viem'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { withEndpoint } from '../../testing/provenance.js'
import { multicallAbi } from '../abis.js'
import type { ChainConfig } from '../chainClient.js'
import { decimalsQuery } from '../contracts.js'
import { type Head, headQuery } from '../head.js'
import {
  type ChainBalances,
  chainBalancesQuery,
  readBalances,
} from './balances.js'

const holder = '0x056872b23d43b6a69f1dad82E2E9F0a18Fd1B4D6'
const dollar = '0x49d4450977E2c95362C13D3a31a09311E0Ea26A6'
const other = '0x5FbDB2315678afecb367f032d93F642f64180aa3'
const chain = {
  chainId: 31337,
  shortName: 'local1',
  name: 'Local 1',
  rpcUrl: 'http://127.0.0.1:1',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  testnet: true,
  local: true,
} as ChainConfig
const head: Head = { number: 7n, hash: '0xaa', latency: 1, source: 'folder' }
const counted: ChainBalances = {
  provenance: {
    kind: 'chain',
    block: 7n,
    hash: '0xaa',
    endpoint: { source: 'folder', host: undefined },
  },
  tokens: new Map([
    [zeroAddress, { amount: 1n, symbol: 'ETH', decimals: 18 }],
    [dollar, { amount: 5n, symbol: 'USD', decimals: 6 }],
    [other, { amount: 6n, symbol: 'OTH', decimals: 2 }],
  ]),
}

type Asked = { method: string; params?: { data: Hex }[] }

let queries: QueryClient
const fetch = vi.fn(async () => Response.error())

beforeEach(() => {
  queries = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  queries.setQueryData(headQuery(chain).queryKey, head)
  fetch.mockClear()
  vi.stubGlobal('fetch', fetch)
})
afterEach(() => vi.unstubAllGlobals())

const ofSome = chainBalancesQuery({ chain, holder, tokens: [dollar] })
const ofAll = chainBalancesQuery({ chain, holder, tokens: [dollar, other] })

test('what was counted at the same block is not asked for again', async () => {
  queries.setQueryData(ofAll.queryKey, counted)
  const some = await queries.fetchQuery(ofSome)
  expect([...some.tokens.keys()]).toEqual([zeroAddress, dollar])
  expect(some.provenance).toEqual(counted.provenance)
  expect(fetch).not.toHaveBeenCalled()
})

test('nor believed of another block, or where a token was not among it', async () => {
  queries.setQueryData(ofSome.queryKey, counted)
  await expect(queries.fetchQuery(ofAll)).rejects.toThrow()
  expect(fetch).toHaveBeenCalled()
  fetch.mockClear()
  queries.setQueryData(ofAll.queryKey, counted)
  queries.setQueryData(headQuery(chain).queryKey, { ...head, hash: '0xbb' })
  queries.removeQueries({ queryKey: ofSome.queryKey })
  await expect(queries.fetchQuery(ofSome)).rejects.toThrow()
  expect(fetch).toHaveBeenCalled()
})

test('rows take the decimals of a token that is being counted', async () => {
  let answer: (value: ChainBalances) => void = () => undefined
  const reading = queries.fetchQuery({
    ...ofAll,
    queryFn: () =>
      new Promise<ChainBalances>((resolve) => {
        answer = resolve
      }),
  })
  const decimals = queries.fetchQuery(decimalsQuery(chain, dollar))
  answer(counted)
  await reading
  expect(await decimals).toBe(6)
  expect(fetch).not.toHaveBeenCalled()
})

test('counts the native currency at the block of the tokens', async () => {
  const client = createClient({
    transport: custom({
      async request({ method, params }: Asked) {
        expect([method, params]).toEqual(['eth_getBalance', [holder, '0x7']])
        return '0xde0b6b3a7640000'
      },
    }),
  })
  const { tokens } = await readBalances(withEndpoint(client), {
    holder,
    tokens: [],
    blockNumber: 7n,
    nativeCurrency: chain.nativeCurrency,
  })
  expect(tokens.get(zeroAddress)?.amount).toBe(10n ** 18n)
})

test('a token that claims more decimals than a uint8 is not among them', async () => {
  const counts: Record<string, bigint> = {
    [dollar]: 255n,
    [other]: 4n * 10n ** 8n,
  }
  const client = createClient({
    transport: custom({
      async request({ method, params: [asked] = [] }: Asked) {
        if (method !== 'eth_call' || !asked) return '0x1'
        const { args } = decodeFunctionData({
          abi: multicallAbi,
          data: asked.data,
        })
        return encodeFunctionResult({
          abi: multicallAbi,
          functionName: 'aggregate3',
          result: args[0].map(({ target, callData }) => ({
            success: true,
            returnData: numberToHex(
              callData === '0x313ce567' ? (counts[target] ?? 0n) : 5n,
              { size: 32 },
            ),
          })),
        })
      },
    }),
  })
  const { tokens } = await readBalances(withEndpoint(client), {
    ...{ holder, tokens: [dollar, other], blockNumber: 7n },
    nativeCurrency: chain.nativeCurrency,
  })
  expect([...tokens.keys()]).toEqual([zeroAddress, dollar])
  expect(tokens.get(dollar)?.decimals).toBe(255)
})
