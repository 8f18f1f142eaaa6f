import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { booleanText, chainId, orElse } from './codecs.js'
import { defineEndpoint } from './endpoint.js'
import { getBalances } from './endpoints/balances.js'
import { getChains } from './endpoints/chains.js'
import { createMessage } from './endpoints/messages.js'
import { getTransaction } from './endpoints/transactions.js'
import { ForeignPageLinkError, RequestSchemaError } from './errors.js'
import { buildUrl } from './request.js'

const base = 'https://gateway.example'
const transaction = (transactionId: string) =>
  buildUrl(base, getTransaction, { params: { chainId: 1, transactionId } })

test.each([
  ['a/b', 'a%2Fb'],
  ['a?b#c', 'a%3Fb%23c'],
  ['a b', 'a%20b'],
  ['%2e%2e', '%252e%252e'],
  ['..%2f', '..%252f'],
  ['ü', '%C3%BC'],
])('encodes the path parameter "%s"', (id, segment) => {
  expect(transaction(id)).toBe(`${base}/v1/chains/1/transactions/${segment}`)
  expect(new URL(transaction(id)).pathname).toBe(
    `/v1/chains/1/transactions/${segment}`,
  )
})

test.each(['', '.', '..', 'a\ud800'])(
  'refuses the path parameter %j, which would change the path',
  (id) => {
    expect(() => transaction(id)).toThrow(RequestSchemaError)
    expect(() => transaction(id)).toThrow('at params.transactionId: it cannot')
  },
)

test('leaves out what is null, undefined or not described', () => {
  const endpoint = defineEndpoint({
    method: 'GET',
    path: '/list',
    summary: 'A list',
    query: z.object({
      a: z.optional(z.string()),
      b: z.optional(z.string()),
      c: orElse(booleanText, true),
      d: z.optional(z.nullable(chainId)),
    }),
    response: z.unknown(),
  })
  const query = { a: null, b: undefined, c: false, d: 5, e: 'x' }
  expect(buildUrl(base, endpoint, { query })).toBe(`${base}/list?c=false&d=5`)
  expect(buildUrl(base, endpoint, { query: {} })).toBe(`${base}/list`)
  expect(buildUrl(base, endpoint, {})).toBe(`${base}/list`)
})

test('keeps a prefix of the base address', () => {
  expect(
    buildUrl(`${base}/prefix`, getTransaction, {
      params: { chainId: 1, transactionId: 'x' },
    }),
  ).toBe(`${base}/prefix/v1/chains/1/transactions/x`)
})

test.each([undefined, null])('lets the default stand for %s', (currency) => {
  const address = '0x1111111111111111111111111111111111111111'
  const params = { chainId: 1, address, currency }
  expect(buildUrl(base, getBalances, { params })).toBe(
    `${base}/v1/chains/1/safes/${address}/balances/usd`,
  )
})

test.each([
  `blob:${base}/x`,
  'https:\\\\gateway.example/x',
  `${base}\\@evil.example/x`,
  ` ${base}/x`,
  `${base}/x\ty`,
])('refuses the page link %j', (pageUrl) => {
  expect(() => buildUrl(base, getChains, { pageUrl })).toThrow(
    ForeignPageLinkError,
  )
})

test.each([null, 7, {}])('does not take %j for a page link', (link) => {
  const input = { pageUrl: link as unknown as string }
  expect(() => buildUrl(base, getChains, input)).toThrow(
    'The request GET /v1/chains is malformed at pageUrl: there is no link to a page.',
  )
})

test('takes a page link only where there are pages', () => {
  const paged = { ...createMessage, paged: true } as const
  for (const endpoint of [getTransaction, createMessage, paged])
    expect(() => buildUrl(base, endpoint, { pageUrl: `${base}/x` })).toThrow(
      'malformed at pageUrl: the call has no pages',
    )
})
