import * as z from 'zod/mini'
import { looseHash, looseSignature, strictAddress } from './codecs.js'
import { paging, servicePage } from './page.js'
import { defineServiceEndpoint } from './serviceEndpoint.js'

// ERC-4337: none are kept, so lists of them are empty and new ones refused.

const none = servicePage(z.never())
const usual = { usual: 100, most: 200 } as const

export const listServiceOperations = defineServiceEndpoint({
  method: 'GET',
  path: '/v1/safes/{address}/safe-operations/',
  aliases: ['/v1/safes/{address}/user-operations/'],
  summary: 'ERC-4337 operations of a safe; none are stored',
  params: z.object({ address: strictAddress }),
  query: z.object(paging),
  paging: usual,
  response: none,
})

/** Refused whatever it holds, so nothing in it is asked for. */
export const addServiceOperation = defineServiceEndpoint({
  method: 'POST',
  path: '/v1/safes/{address}/safe-operations/',
  summary: 'Propose an operation; always refused',
  params: z.object({ address: strictAddress }),
  body: z.looseObject({}),
  response: z.never(),
})

export const getServiceOperation = defineServiceEndpoint({
  method: 'GET',
  path: '/v1/safe-operations/{operationHash}/',
  aliases: ['/v1/user-operations/{operationHash}/'],
  summary: 'One operation; none are stored',
  missing: 'detail',
  params: z.object({ operationHash: looseHash }),
  response: z.never(),
})

export const listServiceOperationConfirmations = defineServiceEndpoint({
  method: 'GET',
  path: '/v1/safe-operations/{operationHash}/confirmations/',
  summary: 'Signatures of an operation; none are stored',
  params: z.object({ operationHash: looseHash }),
  query: z.object(paging),
  paging: usual,
  response: none,
})

export const confirmServiceOperation = defineServiceEndpoint({
  method: 'POST',
  path: '/v1/safe-operations/{operationHash}/confirmations/',
  summary: 'Sign an operation; none are stored',
  missing: 'detail',
  params: z.object({ operationHash: looseHash }),
  body: z.object({ signature: looseSignature }),
  response: z.never(),
})
