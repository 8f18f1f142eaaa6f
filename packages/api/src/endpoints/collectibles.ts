import * as z from 'zod/mini'
import {
  address,
  booleanText,
  chainId,
  orElse,
  orNull,
  uint,
} from '../codecs.js'
import { defineEndpoint } from '../endpoint.js'
import { cursor, page } from '../page.js'

export const collectible = z.object({
  address,
  tokenName: z.string(),
  tokenSymbol: z.string(),
  logoUri: z.string(),
  id: uint,
  uri: orNull(z.string()),
  name: orNull(z.string()),
  description: orNull(z.string()),
  imageUri: orNull(z.string()),
  metadata: orNull(z.record(z.string(), z.unknown())),
})
export type Collectible = z.output<typeof collectible>

const params = z.object({ chainId, address })

const filters = {
  trusted: orElse(booleanText, false),
  exclude_spam: orElse(booleanText, true),
}

export const getCollectibles = defineEndpoint({
  method: 'GET',
  path: '/v2/chains/{chainId}/safes/{address}/collectibles',
  summary: 'Collectibles of a safe, page by page',
  params,
  query: z.object({ ...filters, cursor: z.optional(cursor) }),
  touchedBy: ['balance'],
  response: page(collectible),
  paged: true,
})

/** For older clients; some servers have it no longer. */
export const getAllCollectibles = defineEndpoint({
  method: 'GET',
  path: '/v1/chains/{chainId}/safes/{address}/collectibles',
  summary: 'All collectibles of a safe at once',
  params,
  query: z.object(filters),
  response: z.array(collectible),
})
