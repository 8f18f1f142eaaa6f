import { expect, test } from 'vitest'
import type { Endpoint } from './endpoint.js'
import { allEndpoints, createOpenApiDocument } from './openapi.js'

const document = createOpenApiDocument({
  version: '1.2.3',
  servers: [{ url: 'https://gateway.example' }],
})
const text = JSON.stringify(document)

const endpoints: Endpoint[] = Object.values(allEndpoints).flatMap((group) =>
  Object.values<Endpoint>(group),
)

test('is an OpenAPI 3.1 document of this version', () => {
  expect(document).toMatchObject({
    openapi: '3.1.0',
    info: { title: 'Covault gateway', version: '1.2.3' },
    servers: [{ url: 'https://gateway.example' }],
  })
})

/** The calls of the specification, section 7, in its order. */
const specified = [
  'GET /v1/chains/{chainId}/safes/{address}',
  'GET /v1/chains/{chainId}/safes/{address}/incoming-transfers/',
  'GET /v1/chains/{chainId}/safes/{address}/module-transactions/',
  'GET /v1/chains/{chainId}/safes/{address}/multisig-transactions/',
  'GET /v1/chains/{chainId}/safes/{address}/balances/{currency}',
  'GET /v1/balances/supported-fiat-codes',
  'GET /v1/chains/{chainId}/owners/{address}/safes',
  'GET /v1/chains/{chainId}/safes/{address}/collectibles',
  'GET /v2/chains/{chainId}/safes/{address}/collectibles',
  'GET /v1/chains/{chainId}/safes/{safe_address}/transactions/history',
  'GET /v1/chains/{chainId}/safes/{safe_address}/transactions/queued',
  'GET /v1/chains/{chainId}/transactions/{transactionId}',
  'POST /v2/chains/{chainId}/safes/{safe_address}/multisig-transactions/estimations',
  'POST /v1/chains/{chainId}/transactions/{safe_address}/propose',
  'GET /v1/chains',
  'GET /v1/chains/{chainId}',
  'GET /v1/chains/{chainId}/safe-apps',
  'GET /v1/chains/{chainId}/about/master-copies',
  'POST /v1/chains/{chainId}/data-decoder',
  'GET /v1/chains/{chainId}/safes/{safe_address}/messages',
  'GET /v1/chains/{chainId}/messages/{message_hash}',
  'POST /v1/chains/{chainId}/safes/{safe_address}/messages',
  'POST /v1/chains/{chainId}/messages/{message_hash}/signatures',
]

test.each(specified)('describes %s', (call) => {
  const [method = '', path = ''] = call.split(' ')
  expect(document.paths[path]?.[method.toLowerCase()]).toBeDefined()
})

test('describes every call and every path it is served at, once', () => {
  const described = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  )
  const served = endpoints.flatMap(({ method, path, aliases = [] }) =>
    [path, ...aliases].map((each) => `${method} ${each}`),
  )
  expect(described.sort()).toEqual(served.sort())
})

test('names each operation once', () => {
  const names = Object.values(document.paths)
    .flatMap((methods) => Object.values(methods))
    .flatMap(({ operationId }) => operationId ?? [])
  expect(new Set(names).size).toBe(names.length)
  expect(names).toHaveLength(endpoints.length)
})

test('refers only to what it defines, and defines only what it uses', () => {
  const referred = [...text.matchAll(/"#\/components\/schemas\/(\w+)"/g)].map(
    ([, name]) => name,
  )
  expect([...new Set(referred)].sort()).toEqual(
    Object.keys(document.components.schemas).sort(),
  )
})

test('declares the parameters of every path', () => {
  for (const [path, methods] of Object.entries(document.paths))
    for (const { parameters } of Object.values(methods)) {
      const named = (parameters as { name: string; in: string }[])
        .filter((parameter) => parameter.in === 'path')
        .map(({ name }) => name)
      const inBraces = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
      expect(named.sort()).toEqual(inBraces.sort())
    }
})

test('says what is written: all keys, present words, no placeholder', () => {
  const { TokenInfo, Balances } = document.components.schemas
  expect(TokenInfo).toMatchObject({
    properties: {
      type: { enum: ['ERC20', 'ERC721', 'NATIVE_TOKEN'] },
      decimals: { type: 'number' },
    },
    required: ['type', 'address', 'decimals', 'symbol', 'name', 'logoUri'],
  })
  expect(Balances).toMatchObject({ required: ['fiatTotal', 'items'] })
  expect(text).not.toContain('wireType')
})

test('says what may be left out of a request, and what then counts', () => {
  const path = '/v1/chains/{chainId}/safes/{safe_address}/transactions/queued'
  expect(document.paths[path]?.get?.parameters).toContainEqual({
    name: 'trusted',
    in: 'query',
    required: false,
    schema: { enum: ['true', 'false'], default: 'true' },
  })
  expect(document.components.schemas.TransactionProposal).toMatchObject({
    required: expect.not.arrayContaining(['data', 'signature', 'origin']),
  })
})

test('gives an empty answer no content, and a stream its own type', () => {
  const messages = '/v1/chains/{chainId}/safes/{safe_address}/messages'
  expect(document.paths[messages]?.post?.responses).toMatchObject({
    202: { description: 'Nothing' },
  })
  expect(document.paths['/v1/live']?.get?.responses).toMatchObject({
    200: {
      content: {
        'text/event-stream': {
          schema: { $ref: '#/components/schemas/LiveEventData' },
        },
      },
    },
  })
})

test('asks for the session where one is needed', () => {
  expect(document.paths['/v1/auth/me']?.get?.security).toEqual([
    { session: [] },
  ])
  expect(document.paths['/about']?.get?.security).toBeUndefined()
})
