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

type Operation = {
  operationId: string
  tags: string[]
  parameters: Parameter[]
  responses: Record<string, { description: string; content?: Content }>
  requestBody?: { content: Content }
}
type Content = Record<string, { schema: object }>
type Parameter = { name: string; in: string; required: boolean; schema: object }

const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({
    path,
    method,
    ...(operation as Operation),
  })),
)

/** Paths that differ only in these names are the same path. */
const withoutNames = (path: string) => path.replace(/\{\w+\}/g, '{}')

test('describes every call and every path it is served at, once', () => {
  const described = operations.map(
    ({ method, path }) => `${method.toUpperCase()} ${withoutNames(path)}`,
  )
  const served = endpoints.flatMap(({ method, path, aliases = [] }) =>
    [path, ...aliases].map((each) => `${method} ${withoutNames(each)}`),
  )
  expect(described.sort()).toEqual(served.sort())
})

test('holds no path twice under other parameter names', () => {
  const paths = Object.keys(document.paths).map(withoutNames)
  expect(new Set(paths).size).toBe(paths.length)
  expect(
    document.paths['/v1/chains/{chainId}/transactions/{transactionId}'],
  ).toMatchObject({
    get: { operationId: 'getTransaction' },
    delete: { operationId: 'deleteTransaction' },
  })
})

test('names each operation once, also at its further paths', () => {
  const names = operations.map(({ operationId }) => operationId)
  expect(new Set(names).size).toBe(names.length)
  for (const name of names) expect(name).toMatch(/^[a-z]\w+$/)
  const own = Object.values(allEndpoints).flatMap((group) => Object.keys(group))
  expect(names).toEqual(expect.arrayContaining(own))
  expect(names).toEqual(
    expect.arrayContaining([
      'getChains_v2',
      'getOwnedSafesByChain_v1',
      'getOwnedSafesByChain_v3',
    ]),
  )
})

test('refers only to what it defines, and defines only what it uses', () => {
  const references = [...text.matchAll(/"\$ref":"([^"]*)"/g)].map(
    ([, target = '']) => target,
  )
  const targets = Object.keys(document.components.schemas).map(
    (name) => `#/components/schemas/${name}`,
  )
  expect([...new Set(references)].sort()).toEqual(targets.sort())
  for (const schema of Object.values(document.components.schemas))
    expect(schema).not.toEqual({})
})

test('declares the parameters of every path, all of them required', () => {
  for (const { path, parameters } of operations) {
    const named = parameters
      .filter((parameter) => parameter.in === 'path')
      .map(({ name, required }) => ({ name, required }))
    const inBraces = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
      name,
      required: true,
    }))
    expect(named).toEqual(expect.arrayContaining(inBraces))
    expect(named).toHaveLength(inBraces.length)
  }
})

test('declares no parameter twice, and each with a schema', () => {
  for (const { parameters } of operations) {
    const keys = parameters.map((each) => `${each.in} ${each.name}`)
    expect(new Set(keys).size).toBe(keys.length)
    for (const each of parameters) {
      expect(['path', 'query', 'header']).toContain(each.in)
      expect(Object.keys(each.schema)).not.toEqual([])
    }
  }
})

test('says of each operation what it answers, and how an error looks', () => {
  for (const { responses, tags } of operations) {
    expect(tags).toHaveLength(1)
    expect(Object.keys(responses)).toEqual([
      expect.stringMatching(/^2\d\d$/),
      'default',
    ])
    for (const { description } of Object.values(responses))
      expect(description).not.toBe('')
  }
})

test('has only schemas that are JSON Schema', () => {
  const keywords = new Set<string>()
  const look = (schema: unknown): void => {
    if (typeof schema !== 'object' || schema === null) return
    for (const keyword of Object.keys(schema)) keywords.add(keyword)
    const { type, pattern, anyOf, items, properties, required } = Object(schema)
    if (type !== undefined)
      expect(jsonTypes).toEqual(expect.arrayContaining([type].flat()))
    if (pattern !== undefined) expect(new RegExp(pattern, 'u')).toBeDefined()
    if (anyOf !== undefined) expect(anyOf.length).toBeGreaterThan(0)
    if (type === 'array') expect(items).toBeDefined()
    if (required !== undefined)
      expect(Object.keys(properties)).toEqual(expect.arrayContaining(required))
    const { additionalProperties, propertyNames } = Object(schema)
    const inner = [items, additionalProperties, propertyNames, anyOf ?? []]
    for (const each of [...inner.flat(), ...Object.values(properties ?? {})])
      look(each)
  }
  for (const schema of Object.values(document.components.schemas)) look(schema)
  for (const { parameters, responses, requestBody } of operations) {
    for (const { schema } of parameters) look(schema)
    for (const { content } of [...Object.values(responses), { ...requestBody }])
      for (const { schema } of Object.values(content ?? {})) look(schema)
  }
  expect([...keywords].sort()).toEqual([
    '$ref',
    'additionalProperties',
    'anyOf',
    'const',
    'default',
    'enum',
    'items',
    'maxLength',
    'maximum',
    'minimum',
    'pattern',
    'properties',
    'propertyNames',
    'required',
    'type',
  ])
})

const jsonTypes = [
  'array',
  'boolean',
  'integer',
  'null',
  'number',
  'object',
  'string',
]

test('says how the live stream is resumed', () => {
  expect(document.paths['/v1/live']?.get?.parameters).toEqual([
    expect.objectContaining({ name: 'safes', in: 'query', required: true }),
    {
      name: 'lastEventId',
      in: 'query',
      required: false,
      schema: { type: 'string' },
    },
    {
      name: 'last-event-id',
      in: 'header',
      required: false,
      schema: { type: 'string' },
    },
  ])
  expect(document.paths['/v1/live']?.get?.responses).toMatchObject({
    200: { description: expect.stringContaining('last-event-id') },
  })
})

test('says what is written: all keys, present words, no placeholder', () => {
  const { TokenInfo, Balances } = document.components.schemas
  expect(TokenInfo).toMatchObject({
    properties: {
      type: { enum: ['ERC20', 'ERC721', 'NATIVE_TOKEN'] },
      decimals: { type: 'integer', minimum: 0, maximum: 255 },
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
