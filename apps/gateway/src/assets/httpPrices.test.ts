import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { formatDecimal } from '@covault/api/decimal'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { silent } from '../testing/silent.js'
import { createHttpPrices } from './httpPrices.js'

const dai = '0x6B175474E89094C44Da98b954EedeAC495271d0F'
const usdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const other = '0x514910771AF9Ca656af840dff83E8264EcF986CA'

let server: Server
let answer: string
let url: string
const seen: string[] = []

beforeAll(async () => {
  server = createServer((request, response) => {
    seen.push(request.url ?? '')
    response.setHeader('content-type', 'application/json')
    response.end(answer)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  url = `http://127.0.0.1:${port}/prices/current/{coins}`
})
afterAll(() => new Promise((resolve) => server.close(resolve)))

let time = 0
const create = (urls = [url]) =>
  createHttpPrices({
    sources: urls.map((source) => ({
      url: source,
      chainNames: new Map([[1, 'ethereum']]),
    })),
    now: () => new Date(time),
    log: silent,
  })

test('takes over what the source is sure of, digit by digit', async () => {
  answer = `{"coins":{
    "ethereum:${dai}": {"price": 1.0000123456789, "confidence": 0.99},
    "ethereum:${usdc}": {"price": 1e-9},
    "ethereum:${other}": {"price": 13.1, "confidence": 0.2}
  }}`
  const prices = await create().read({ chainId: 1, tokens: [dai, usdc, other] })
  expect(
    [...prices].map(([token, usd]) => [token, formatDecimal(usd)]),
  ).toEqual([
    [dai, '1.0000123456789'],
    [usdc, '0.000000001'],
  ])
})

test('asks once a minute, also for what nobody knows', async () => {
  answer = `{"coins":{"ethereum:${dai}":{"price":1}}}`
  seen.length = 0
  const prices = create()
  const read = () => prices.read({ chainId: 1, tokens: [dai, usdc] })
  await read()
  await read()
  expect(seen).toEqual([`/prices/current/ethereum:${dai},ethereum:${usdc}`])
  time += 60_001
  await read()
  expect(seen).toHaveLength(2)
  await prices.read({ chainId: 5, tokens: [dai] })
  expect(seen).toHaveLength(2)
})

test.each([
  '',
  '[]',
  '{"coins":[]}',
  `{"coins":{"ethereum:${dai}":{"price":"1"}}}`,
  `{"coins":{"ethereum:${dai}":{"price":-1}}}`,
])('has no price when the source says %s', async (text) => {
  answer = text
  expect((await create().read({ chainId: 1, tokens: [dai] })).size).toBe(0)
})

test('asks the next source when one is down, and none when there is none', async () => {
  answer = `{"coins":{"ethereum:${dai}":{"price":2}}}`
  const down = 'http://127.0.0.1:9/{coins}'
  const prices = await create([down, url]).read({ chainId: 1, tokens: [dai] })
  expect(prices.get(dai)).toEqual({ digits: 2n, scale: 0 })
  expect((await create([]).read({ chainId: 1, tokens: [dai] })).size).toBe(0)
})
