import * as z from 'zod/mini'
import { address, chainId } from '../codecs.js'
import { defineEndpoint } from '../endpoint.js'

// What other front ends ask for and this gateway does not offer: there is
// nothing of it, which is said in the shape that they read.

export const getPositions = defineEndpoint({
  method: 'GET',
  path: '/v1/chains/{chainId}/safes/{address}/positions/{fiatCode}',
  summary: 'Positions of a safe in other protocols; always empty',
  params: z.object({ chainId, address, fiatCode: z.string() }),
  response: z.array(z.object({ protocol: z.string(), fiatTotal: z.string() })),
})

export const getRelayAllowance = defineEndpoint({
  method: 'GET',
  path: '/v1/chains/{chainId}/relay/{address}',
  summary: 'Relayed transactions of a safe; always none',
  params: z.object({ chainId, address }),
  response: z.object({ remaining: z.number(), limit: z.number() }),
})

export const getOutreaches = defineEndpoint({
  method: 'GET',
  path: '/v1/targeted-messaging/outreaches',
  summary: 'Campaigns for safes; always empty',
  response: z.array(z.object({ id: z.number() })),
})
