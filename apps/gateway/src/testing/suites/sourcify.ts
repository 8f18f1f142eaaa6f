import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { encodeFunctionData, getAddress, pad, toHex } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../testApp.js'
import { shareTestWorld, type TestWorld } from '../testWorld.js'

const published = getAddress(pad('0x50', { size: 20 }))
const abi = [
  {
    type: 'function',
    name: 'water',
    stateMutability: 'nonpayable',
    inputs: [{ name: 'litres', type: 'uint256' }],
    outputs: [],
  },
] as const
const data = encodeFunctionData({ abi, args: [12n] })

let world: TestWorld
let database: Awaited<ReturnType<TestWorld['openDatabase']>>
let server: Server
let origin: string
/** What the stand-in for the service was asked. */
const asked: string[] = []
let answer: () => { status: number; type?: string; body: string }

beforeAll(async () => {
  world = await shareTestWorld()
  database = await world.openDatabase()
  server = createServer((request, response) => {
    asked.push(request.url ?? '')
    const { status, type = 'application/json', body } = answer()
    const location = 'http://127.0.0.1:1/'
    response.writeHead(status, { 'content-type': type, location }).end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}, 300_000)
afterAll(async () => {
  await new Promise((resolve) => server?.close(resolve))
  await world?.stop()
})

async function withApp(
  outbound: object,
  use: (api: TestApp) => Promise<void>,
): Promise<void> {
  asked.length = 0
  const rpcUrl = world.devnet.url
  const configuration = { outbound }
  const api = await createTestApp({ rpcUrl, database, configuration })
  await use(api)
  await api.stop()
}

const decode = (api: TestApp, to: string) =>
  api.app.inject({
    method: 'POST',
    url: '/v1/chains/31337/data-decoder',
    payload: { data, to },
  })
const contract = (api: TestApp, address: string) =>
  api.app.inject(`/v1/chains/31337/contracts/${address}`)

const good = () => ({
  status: 200,
  body: JSON.stringify({
    match: 'exact_match',
    abi,
    compilation: { name: 'Garden\u202e' },
  }),
})

const failures = [
  { what: 'an unknown contract', status: 404, body: '{}' },
  { what: 'a failure', status: 500, body: '{}' },
  { what: 'a page', status: 200, type: 'text/html', body: '<html>' },
  { what: 'no JSON', status: 200, body: '{' },
  { what: 'something else', status: 200, body: '[]' },
  { what: 'a broken ABI', status: 200, body: '{"abi":[{"type":7}]}' },
  { what: 'a redirect into the own network', status: 302, body: '' },
  { what: 'too much', status: 200, body: ' '.repeat(1_100_000) },
]

describe('contracts published at Sourcify', () => {
  test('are read by their ABI, and asked for once', async () => {
    answer = good
    await withApp(
      { access: true, sourcify: `${origin}/server/` },
      async (api) => {
        for (const _ of [1, 2]) {
          expect((await decode(api, published)).json()).toMatchObject({
            method: 'water',
            accuracy: 'FULL_MATCH',
            parameters: [{ name: 'litres', type: 'uint256', value: '12' }],
          })
          expect((await contract(api, published)).json()).toMatchObject({
            name: 'Garden',
            logoUri: '',
            contractAbi: { abi },
            trustedForDelegateCall: false,
          })
        }
        expect(asked).toEqual([
          `/server/v2/contract/31337/${published}?fields=abi,compilation`,
        ])
      },
    )
  })

  test('are not asked for without access or without a server', async () => {
    answer = good
    for (const outbound of [{ sourcify: origin }, { access: true }])
      await withApp(outbound, async (api) => {
        expect((await decode(api, published)).statusCode).toBe(404)
        expect((await contract(api, published)).statusCode).toBe(404)
        expect(asked).toEqual([])
      })
  })

  test('are as good as unknown after an answer that is none', async () => {
    await withApp({ access: true, sourcify: origin }, async (api) => {
      for (const [at, { what, ...given }] of failures.entries()) {
        answer = () => given
        const address = pad(toHex(0x51 + at), { size: 20 })
        for (const _ of [1, 2])
          expect((await decode(api, address)).statusCode, what).toBe(404)
        expect(asked.length, what).toBe(at + 1)
      }
    })
  })
})
