import {
  batchCalls,
  demoAccounts,
  getDemoContractAddress,
} from '@covault/devnet'
import { listAllowanceModules } from '@covault/protocol'
import { type Address, encodeFunctionData, parseAbi } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  type DemoGateway,
  frontEnd as origin,
  shareDemoGateway,
} from '../demoGateway.js'

let demo: DemoGateway
let safe: Address

beforeAll(async () => {
  demo = await shareDemoGateway()
  safe = demo.world.safes[0]?.address ?? '0x'
}, 300_000)
afterAll(() => demo?.stop())

const { alice } = demoAccounts
const chain = '/v1/chains/31337'

/** What the ecosystem's present front end calls: method, path and status. */
const listCalls = (): [string, string, number][] => {
  const [proposal] = demo.world.offChain.proposals
  const hash = proposal?.body.safeTxHash ?? ''
  return [
    ['GET', '/v2/chains?serviceKey=WALLET_WEB&cursor=limit%3D50', 200],
    ['GET', '/v2/chains/31337?serviceKey=WALLET_WEB', 200],
    ['GET', `${chain}/safes/${safe}`, 200],
    ['GET', `${chain}/safes/${safe}/transactions/history`, 200],
    ['GET', `${chain}/safes/${safe}/transactions/queued`, 200],
    ['GET', `${chain}/safes/${safe}/messages`, 200],
    ['GET', `/v2/safes?safes=31337:${safe}&currency=usd`, 200],
    ['GET', `${chain}/safes/${safe}/balances/usd`, 200],
    ['GET', '/v1/balances/supported-fiat-codes', 200],
    ['GET', `/v2/chains/31337/delegates?safe=${safe}`, 200],
    ['GET', `${chain}/owners/${alice.address}/safes`, 200],
    ['GET', `/v2/owners/${alice.address}/safes`, 200],
    ['GET', `/v3/owners/${alice.address}/safes`, 200],
    ['GET', `${chain}/about/master-copies`, 200],
    ['GET', `${chain}/about/indexing`, 200],
    ['GET', `${chain}/safes/${safe}/nonces`, 200],
    ['POST', `${chain}/transactions/${safe}/preview`, 422],
    ['POST', `${chain}/transactions/${safe}/propose`, 422],
    ['POST', `${chain}/transactions/${hash}/confirmations`, 422],
    ['GET', `${chain}/transactions/${hash}`, 200],
    ['GET', `${chain}/safes/${safe}/transactions/creation`, 200],
    ['GET', `${chain}/contracts/${safe}`, 404],
    ['GET', `${chain}/contracts/${safe}?allow_unknown=true`, 200],
    ['GET', `${chain}/safe-apps?clientUrl=${origin}`, 200],
    ['GET', '/v1/auth/nonce', 200],
    ['POST', '/v1/auth/verify', 422],
    ['GET', '/v1/auth/me', 403],
    ['POST', '/v1/auth/logout', 200],
  ]
}

/** Of services that we do not run. */
const unknownCalls = (): [string, string][] => [
  ['GET', '/v1/nope'],
  ['POST', `${chain}/relay`],
  ['GET', `/v1/portfolio/${safe}`],
  ['GET', `${chain}/security/${safe}/recipient/${safe}`],
  ['GET', '/v1/spaces'],
  ['GET', '/v1/users'],
  ['POST', '/v1/register/notifications'],
  ['POST', `/v1/export/chains/31337/${safe}`],
  ['DELETE', '/v1/accounts/1'],
]

const send = (method: string, path: string, headers: object = {}) =>
  fetch(`${demo.url}${path}`, {
    method,
    headers: { origin, ...headers },
    ...(method === 'POST' ? { body: '{}' } : {}),
    signal: AbortSignal.timeout(20_000),
  })

describe('another front end', () => {
  test('may call, from a configured origin, every route it uses', async () => {
    for (const [method, path, status] of listCalls()) {
      const asked = await send('OPTIONS', path, {
        'access-control-request-method': method,
        'access-control-request-headers': 'content-type',
      })
      expect(asked.status, path).toBe(204)
      const allowed = asked.headers.get('access-control-allow-methods') ?? ''
      expect(allowed.split(', '), path).toContain(method)
      expect(asked.headers.get('access-control-allow-headers')).toBe(
        'content-type',
      )
      const reply = await send(method, path, {
        'content-type': 'application/json',
      })
      const text = await reply.text()
      expect(reply.status, `${method} ${path}: ${text}`).toBe(status)
      for (const { headers } of [asked, reply]) {
        expect(headers.get('access-control-allow-origin'), path).toBe(origin)
        expect(headers.get('access-control-allow-credentials')).toBe('true')
        expect(headers.get('vary')).toContain('Origin')
      }
    }
  })

  test('is told where to look things up, on chains without an explorer too', async () => {
    const reply = await send('GET', chain)
    const { blockExplorerUriTemplate: told, features } =
      (await reply.json()) as {
        blockExplorerUriTemplate: { address: string; txHash: string }
        features: string[]
      }
    for (const template of Object.values(told))
      expect(new URL(template).origin).toBe(new URL(demo.url).origin)
    expect(told.address).toContain('{{address}}')
    expect(told.txHash).toContain('{{txHash}}')
    expect(features).toEqual(
      expect.arrayContaining([
        'BATCHING',
        'COUNTERFACTUAL',
        'MY_ACCOUNTS',
        'SEND_FLOW',
      ]),
    )
  })

  test('is told in their shape that there is nothing of what we do not run', async () => {
    for (const [path, empty] of [
      [`${chain}/safes/${safe}/positions/usd`, []],
      [`${chain}/relay/${safe}`, { remaining: 0, limit: 0 }],
      ['/v1/targeted-messaging/outreaches', []],
    ] as const) {
      const reply = await send('GET', path)
      expect(reply.status, path).toBe(200)
      expect(await reply.json()).toEqual(empty)
    }
  })

  test('is told the names of tokens that only nested arguments mention', async () => {
    const token = await getDemoContractAddress('dollar')
    const [module] = listAllowanceModules(31337)
    const { to, data } = batchCalls({ version: '1.4.1' }, [
      { to: demoAccounts.dave.address, value: 1n },
      {
        to: module?.address ?? '0x',
        data: encodeFunctionData({
          abi: parseAbi([
            'function setAllowance(address delegate, address token, uint96 amount, uint16 minutesPerPeriod, uint32 base)',
          ]),
          args: [demoAccounts.erin.address, token, 5n, 0, 0],
        }),
      },
    ])
    const reply = await fetch(
      `${demo.url}${chain}/transactions/${safe}/preview`,
      {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ to, data, value: '0', operation: 1 }),
      },
    )
    expect(reply.status).toBe(200)
    const { txData } = (await reply.json()) as {
      txData: { addressInfoIndex: Record<Address, { name: string }> }
    }
    expect(txData.addressInfoIndex[token]).toMatchObject({
      value: token,
      name: 'Demo Dollar',
    })
    expect(txData.addressInfoIndex).not.toHaveProperty(
      demoAccounts.erin.address,
    )
  })

  test('reads in words what a transaction does', async () => {
    const reply = await send(
      'GET',
      `${chain}/safes/${safe}/transactions/history`,
    )
    const { results } = (await reply.json()) as {
      results: { transaction?: { txInfo: { humanDescription: unknown } } }[]
    }
    const told = results.flatMap(({ transaction }) =>
      transaction ? [transaction.txInfo.humanDescription] : [],
    )
    expect(told.length).toBeGreaterThan(3)
    for (const sentence of told)
      expect(sentence).toMatch(/^[A-Z][^\n]{3,}[^.]$/)
    expect(told.join('\n')).toMatch(
      /^Received [0-9.]+ \w+ from 0x[0-9a-fA-F]{4}\.{3}[0-9a-fA-F]{4}$/m,
    )
    expect(told.join('\n')).toMatch(/^Send [0-9.]+ \w+ to /m)
  })

  test('is told of routes that are not there in the form of the wire', async () => {
    for (const [method, path] of unknownCalls()) {
      const reply = await send(method, path)
      expect(reply.status, path).toBe(404)
      expect(await reply.json()).toEqual({
        statusCode: 404,
        message: `Cannot ${method} ${path}`,
        error: 'Not Found',
      })
      expect(reply.headers.get('access-control-allow-origin')).toBe(origin)
    }
  })

  test('is told what a path lacks', async () => {
    const ask = async (path: string) => {
      const reply = await send('GET', path)
      return { statusCode: reply.status, ...Object(await reply.json()) }
    }
    for (const path of ['/v2/chains', '/v2/chains/31337?cursor=limit%3D1'])
      expect(await ask(path), path).toEqual({
        statusCode: 422,
        code: 'invalid_type',
        expected: 'string',
        path: ['serviceKey'],
        message: 'Invalid input: expected string, received undefined',
      })
    const wrong = { statusCode: 422, code: 'custom', path: [] }
    expect(await ask(`${chain}/safes/0x12`)).toEqual({
      ...wrong,
      message: 'Invalid address',
    })
    expect(await ask(`/v1/chains/main/contracts/${safe}`)).toEqual({
      ...wrong,
      message: 'Invalid base-10 numeric string',
    })
    const unknown = { statusCode: 404, code: 404, message: 'An error occurred' }
    for (const id of ['4', '007', '9'.repeat(40)])
      expect(await ask(`/v1/chains/${id}/contracts/${safe}`)).toEqual(unknown)
    expect(await ask(`/v1/chains/main/safes/${safe}`)).toEqual(unknown)
  })

  test('is told what is wrong with a time zone', async () => {
    const history = `${chain}/safes/${safe}/transactions/history`
    const ask = async (query: string) => {
      const reply = await send('GET', `${history}?${query}`)
      return { status: reply.status, body: await reply.json() }
    }
    expect(await ask('timezone=Nowhere/Else')).toEqual({
      status: 422,
      body: {
        statusCode: 422,
        code: 'custom',
        path: ['timezone'],
        message: 'Invalid Timezone',
      },
    })
    expect(await ask('timezone_offset=1.5')).toEqual({
      status: 400,
      body: {
        statusCode: 400,
        message: 'Validation failed (numeric string is expected)',
        error: 'Bad Request',
      },
    })
    expect((await ask('timezone_offset=-3600000')).status).toBe(200)
    expect((await ask('timezone=Asia/Kathmandu')).status).toBe(200)
  })

  test('is not heard from any other origin', async () => {
    for (const other of ['https://evil.example', 'null', `${origin}.evil`]) {
      const reply = await send('GET', '/v1/chains', { origin: other })
      expect(reply.headers.get('access-control-allow-origin')).toBeNull()
    }
  })
})
