import * as z from 'zod/mini'
import { address } from '../codecs.js'
import { booleanWord, strictAddress } from './codecs.js'
import { paging, servicePage } from './page.js'
import { defineServiceEndpoint } from './serviceEndpoint.js'

const wanted = {
  trusted: z.optional(booleanWord),
  exclude_spam: z.optional(booleanWord),
}

const balance = z.strictObject({
  /** Null for the native coin. */
  tokenAddress: z.nullable(address),
  token: z.nullable(
    z.strictObject({
      name: z.string(),
      symbol: z.string(),
      decimals: z.number(),
      logoUri: z.nullable(z.string()),
    }),
  ),
  balance: z.string(),
})

export const getServiceBalances = defineServiceEndpoint({
  method: 'GET',
  path: '/v1/safes/{address}/balances/',
  summary: 'Balances of a safe',
  missing: 'nothing',
  params: z.object({ address: strictAddress }),
  query: z.object(wanted),
  response: z.array(balance),
})

export const listServiceBalances = defineServiceEndpoint({
  method: 'GET',
  path: '/v2/safes/{address}/balances/',
  summary: 'Balances of a safe, page by page',
  missing: 'nothing',
  params: z.object({ address: strictAddress }),
  query: z.object({ ...wanted, ...paging }),
  paging: { usual: 100, most: 200 },
  response: servicePage(balance),
})

export const listServiceCollectibles = defineServiceEndpoint({
  method: 'GET',
  path: '/v2/safes/{address}/collectibles/',
  summary: 'The collectibles of a safe',
  missing: 'nothing',
  params: z.object({ address: strictAddress }),
  query: z.object({ ...wanted, ...paging }),
  paging: { usual: 10, most: 10 },
  response: servicePage(
    z.strictObject({
      address,
      tokenName: z.string(),
      tokenSymbol: z.string(),
      logoUri: z.string(),
      id: z.string(),
      uri: z.nullable(z.string()),
      name: z.nullable(z.string()),
      description: z.nullable(z.string()),
      imageUri: z.nullable(z.string()),
      metadata: z.unknown(),
    }),
  ),
})

export const serviceToken = z.strictObject({
  type: z.enum(['ERC20', 'ERC721', 'UNKNOWN']),
  address,
  name: z.string(),
  symbol: z.string(),
  decimals: z.nullable(z.number()),
  logoUri: z.nullable(z.string()),
  trusted: z.boolean(),
})

const decimals = z.optional(
  z.codec(
    z.string().check(z.regex(/^[0-9]{1,3}$/, 'Not a whole number.')),
    z.int(),
    { decode: Number, encode: String },
  ),
)

export const listServiceTokens = defineServiceEndpoint({
  method: 'GET',
  path: '/v1/tokens/',
  summary: 'Tokens that are known',
  query: z.object({
    search: z.optional(z.string()),
    address: z.optional(strictAddress),
    name: z.optional(z.string()),
    symbol: z.optional(z.string()),
    decimals,
    decimals__lt: decimals,
    decimals__gt: decimals,
    ordering: z.optional(z.string()),
    ...paging,
  }),
  paging: { usual: 10, most: 1_000 },
  response: servicePage(serviceToken),
})

export const listServiceTokenLists = defineServiceEndpoint({
  method: 'GET',
  path: '/v1/tokens/lists/',
  summary: 'Published token lists; always empty',
  query: z.object(paging),
  paging: { usual: 10, most: 100 },
  response: servicePage(
    z.strictObject({ url: z.string(), description: z.string() }),
  ),
})

export const getServiceToken = defineServiceEndpoint({
  method: 'GET',
  path: '/v1/tokens/{address}/',
  summary: 'One token',
  addressRefusal: 'Invalid ethereum address',
  missing: 'detail',
  params: z.object({ address: strictAddress }),
  response: serviceToken,
})
