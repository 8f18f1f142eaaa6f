import * as z from 'zod/mini'
import { address, hex, nothing } from '../codecs.js'
import { looseSignature, moment, strictAddress } from './codecs.js'
import { paging, servicePage } from './page.js'
import { defineServiceEndpoint } from './serviceEndpoint.js'

export const serviceDelegate = z.strictObject({
  /** Null: for every safe of the delegator. */
  safe: z.nullable(address),
  delegate: address,
  delegator: address,
  label: z.string(),
  expiryDate: z.nullable(z.string()),
})

export const listServiceDelegates = defineServiceEndpoint({
  method: 'GET',
  path: '/v2/delegates/',
  aliases: ['/v1/delegates/'],
  summary: 'Proposers and their owners; one filter is required',
  query: z
    .object({
      safe: z.optional(strictAddress),
      delegate: z.optional(strictAddress),
      delegator: z.optional(strictAddress),
      label: z.optional(z.string()),
      ...paging,
    })
    .check(
      z.refine(
        ({ safe, delegate, delegator, label }) =>
          [safe, delegate, delegator, label].some((filter) => filter),
        'Give at least one of safe, delegate, delegator and label.',
      ),
    ),
  paging: { usual: 100, most: 200 },
  response: servicePage(serviceDelegate),
})

const newDelegate = z.object({
  safe: z.optional(z.nullable(strictAddress)),
  delegate: strictAddress,
  delegator: strictAddress,
  label: z
    .string()
    .check(z.maxLength(50, 'The label is longer than 50 characters.')),
  signature: looseSignature,
  expiryDate: z.optional(z.nullable(moment)),
})

const added = z.strictObject({
  safe: z.nullable(address),
  delegate: address,
  delegator: address,
  label: z.string(),
  signature: hex,
  expiryDate: z.nullable(z.string()),
})

export const addServiceDelegate = defineServiceEndpoint({
  method: 'POST',
  path: '/v2/delegates/',
  summary: 'Add a proposer for an owner',
  missing: 'refusal',
  body: newDelegate,
  response: added,
  status: 201,
})

/** Signed over the address and the hour as text, as older clients do. */
export const addServiceDelegateV1 = defineServiceEndpoint({
  method: 'POST',
  path: '/v1/delegates/',
  summary: 'Add a proposer for an owner, in the older form',
  missing: 'refusal',
  body: newDelegate,
  response: added,
  status: 201,
})

export const removeServiceDelegate = defineServiceEndpoint({
  method: 'DELETE',
  path: '/v2/delegates/{delegate}/',
  summary: 'Remove a proposer',
  missing: 'nothing',
  params: z.object({ delegate: strictAddress }),
  body: z.object({
    safe: z.optional(z.nullable(strictAddress)),
    delegator: strictAddress,
    signature: looseSignature,
  }),
  response: nothing,
  status: 204,
})

export const removeServiceDelegateV1 = defineServiceEndpoint({
  method: 'DELETE',
  path: '/v1/delegates/{delegate}/',
  summary: 'Remove a proposer, in the older form',
  missing: 'nothing',
  params: z.object({ delegate: strictAddress }),
  body: z.object({
    delegate: z.optional(z.nullable(strictAddress)),
    delegator: z.optional(z.nullable(strictAddress)),
    signature: looseSignature,
  }),
  response: nothing,
  status: 204,
})

export const removeServiceSafeDelegateV1 = defineServiceEndpoint({
  method: 'DELETE',
  path: '/v1/safes/{address}/delegates/{delegate}/',
  summary: 'Remove a proposer from one safe, in the older form',
  missing: 'nothing',
  params: z.object({ address: strictAddress, delegate: strictAddress }),
  body: z.object({ signature: looseSignature }),
  response: nothing,
  status: 204,
})
