import * as z from 'zod/mini'
import { address, hash, hex } from '../codecs.js'
import { strictAddress } from './codecs.js'
import { serviceDecoded } from './decoded.js'
import { paging, servicePage } from './page.js'
import { defineServiceEndpoint } from './serviceEndpoint.js'

export const getServiceSafe = defineServiceEndpoint({
  method: 'GET',
  path: '/v1/safes/{address}/',
  summary: 'Current state of a safe',
  missing: 'nothing',
  params: z.object({ address: strictAddress }),
  response: z.strictObject({
    address,
    /** Text, as it may be of any size. */
    nonce: z.string(),
    threshold: z.number(),
    owners: z.array(address),
    masterCopy: address,
    modules: z.array(address),
    /** The zero address means none. */
    fallbackHandler: address,
    guard: address,
    moduleGuard: address,
    version: z.nullable(z.string()),
  }),
})

export const getServiceCreation = defineServiceEndpoint({
  method: 'GET',
  path: '/v1/safes/{address}/creation/',
  summary: 'How a safe was created',
  missing: 'nothing',
  params: z.object({ address: strictAddress }),
  response: z.strictObject({
    created: z.string(),
    creator: address,
    transactionHash: hash,
    factoryAddress: address,
    masterCopy: z.nullable(address),
    setupData: z.nullable(hex),
    saltNonce: z.nullable(z.string()),
    dataDecoded: z.nullable(serviceDecoded),
    userOperation: z.null(),
  }),
})

const safeList = z.strictObject({ safes: z.array(address) })

const listedSafe = z.strictObject({
  address,
  owners: z.array(address),
  threshold: z.number(),
  nonce: z.number(),
  masterCopy: address,
  fallbackHandler: address,
  guard: address,
  moduleGuard: address,
  enabledModules: z.array(address),
})

const safePaging = { usual: 100, most: 200 } as const

export const getServiceOwnedSafes = defineServiceEndpoint({
  method: 'GET',
  path: '/v1/owners/{address}/safes/',
  summary: 'The first safes of an owner',
  params: z.object({ address: strictAddress }),
  response: safeList,
})

export const listServiceOwnedSafes = defineServiceEndpoint({
  method: 'GET',
  path: '/v2/owners/{address}/safes/',
  summary: 'The safes of an owner, with their state',
  params: z.object({ address: strictAddress }),
  query: z.object(paging),
  paging: safePaging,
  response: servicePage(listedSafe),
})

export const getServiceModuleSafes = defineServiceEndpoint({
  method: 'GET',
  path: '/v1/modules/{address}/safes/',
  summary: 'The first safes that have a module',
  params: z.object({ address: strictAddress }),
  response: safeList,
})

export const listServiceModuleSafes = defineServiceEndpoint({
  method: 'GET',
  path: '/v2/modules/{address}/safes/',
  summary: 'The safes that have a module, with their state',
  params: z.object({ address: strictAddress }),
  query: z.object(paging),
  paging: safePaging,
  response: servicePage(listedSafe),
})
