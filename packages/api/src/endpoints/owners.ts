import * as z from 'zod/mini'
import { address, chainId } from '../codecs.js'
import { defineEndpoint } from '../endpoint.js'

export const getOwnedSafes = defineEndpoint({
  method: 'GET',
  path: '/v1/chains/{chainId}/owners/{address}/safes',
  summary: 'Safes of an owner on one chain',
  params: z.object({ chainId, address }),
  response: z.object({ safes: z.array(address) }),
})

/** By chain id; null where the lookup failed. */
export const ownedSafesByChain = z.record(
  z.string(),
  z.nullable(z.array(address)),
)
export type OwnedSafesByChain = z.output<typeof ownedSafesByChain>

export const getOwnedSafesByChain = defineEndpoint({
  method: 'GET',
  path: '/v2/owners/{address}/safes',
  aliases: ['/v1/owners/{address}/safes', '/v3/owners/{address}/safes'],
  summary: 'Safes of an owner on every chain',
  params: z.object({ address }),
  touchedBy: ['safe'],
  response: ownedSafesByChain,
})
