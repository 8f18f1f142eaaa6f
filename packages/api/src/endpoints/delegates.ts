import * as z from 'zod/mini'
import { address, chainId, nothing, orNull, signature } from '../codecs.js'
import { defineEndpoint } from '../endpoint.js'
import { cursor, page } from '../page.js'

const params = z.object({ chainId })

export const delegate = z.object({
  /** Null: for every safe of the delegator. */
  safe: orNull(address),
  delegate: address,
  delegator: address,
  label: z.string(),
})
export type Delegate = z.output<typeof delegate>

export const getDelegates = defineEndpoint({
  method: 'GET',
  path: '/v2/chains/{chainId}/delegates',
  summary: 'Proposers and their owners; at least one filter is required',
  params,
  query: z
    .object({
      safe: z.optional(address),
      delegate: z.optional(address),
      delegator: z.optional(address),
      label: z.optional(z.string()),
      cursor: z.optional(cursor),
    })
    .check(
      z.refine(
        ({ safe, delegate, delegator, label }) =>
          [safe, delegate, delegator, label].some((filter) => filter),
        'At least one property is required',
      ),
    ),
  response: page(delegate),
  paged: true,
})

export const addDelegate = defineEndpoint({
  method: 'POST',
  path: '/v2/chains/{chainId}/delegates',
  summary: 'Add a proposer for an owner',
  params,
  body: z.object({
    safe: z.optional(z.nullable(address)),
    delegate: address,
    delegator: address,
    label: z.string().check(z.maxLength(50)),
    signature,
  }),
  response: nothing,
  idempotent: true,
})

export const removeDelegate = defineEndpoint({
  method: 'DELETE',
  path: '/v2/chains/{chainId}/delegates/{delegate}',
  summary: 'Remove a proposer; without a safe, from all safes of the owner',
  params: z.object({ chainId, delegate: address }),
  body: z
    .object({
      safe: z.optional(z.nullable(address)),
      delegator: z.optional(z.nullable(address)),
      signature,
    })
    .check(
      z.refine(
        ({ safe, delegator }) => Boolean(safe ?? delegator),
        'At least one property is required',
      ),
    ),
  response: nothing,
})
