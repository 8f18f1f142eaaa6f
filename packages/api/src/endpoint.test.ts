import { describe, expect, expectTypeOf, test } from 'vitest'
import * as z from 'zod/mini'
import { address, chainId } from './codecs.js'
import type { CallInput } from './createClient.js'
import {
  defineEndpoint,
  type EndpointHeaders,
  type EndpointParams,
  type EndpointQuery,
  type EndpointResponse,
} from './endpoint.js'
import type { getAbout } from './endpoints/about.js'
import type { getBalances } from './endpoints/balances.js'
import type { getChains } from './endpoints/chains.js'
import type { getLive } from './endpoints/live.js'
import type { signMessage } from './endpoints/messages.js'
import type { getSafe, getSafeOverviews } from './endpoints/safes.js'

const described = {
  method: 'GET',
  path: '/safes/{chainId}/{address}',
  summary: 'A safe',
  response: z.unknown(),
} as const

describe('defineEndpoint', () => {
  test('returns the definition itself', () => {
    const definition = {
      ...described,
      params: z.object({ chainId, address }),
    }
    expect(defineEndpoint(definition)).toBe(definition)
  })

  test('refuses params that are not those of the path', () => {
    // @ts-expect-error the path has an address too
    defineEndpoint({ ...described, params: z.object({ chainId }) })
    // @ts-expect-error the path has params
    defineEndpoint(described)
    defineEndpoint({
      ...described,
      // @ts-expect-error the path has no owner
      params: z.object({ chainId, address, owner: address }),
    })
    // @ts-expect-error this path has no params
    defineEndpoint({ ...described, path: '/', params: z.object({ chainId }) })
  })
})

describe('the derived types', () => {
  test('are the domain values on the side of the server', () => {
    expectTypeOf<EndpointParams<typeof getSafe>>().toEqualTypeOf<{
      chainId: number
      address: `0x${string}`
    }>()
    expectTypeOf<EndpointQuery<typeof getBalances>>().toEqualTypeOf<{
      trusted: boolean
      exclude_spam: boolean
    }>()
    expectTypeOf<EndpointQuery<typeof getSafe>>().toEqualTypeOf<undefined>()
    expectTypeOf<EndpointHeaders<typeof getLive>>().toEqualTypeOf<{
      'last-event-id'?: string | undefined
    }>()
    expectTypeOf<
      EndpointResponse<typeof getSafe>['nonce']
    >().toEqualTypeOf<bigint>()
  })

  test('let a caller leave out what has a default', () => {
    type Params = { chainId: 1; address: '0x' }
    expectTypeOf<{ params: Params }>().toExtend<CallInput<typeof getBalances>>()
    expectTypeOf<{
      params: Params & { currency: 'eur' }
      query: { trusted: true; exclude_spam: null }
    }>().toExtend<CallInput<typeof getBalances>>()
    expectTypeOf<Record<never, never>>().toExtend<CallInput<typeof getAbout>>()
  })

  test('ask a caller for what has none', () => {
    type Nothing = Record<never, never>
    expectTypeOf<Nothing>().not.toExtend<CallInput<typeof getSafe>>()
    expectTypeOf<Nothing>().not.toExtend<CallInput<typeof getSafeOverviews>>()
    expectTypeOf<{
      params: { chainId: 1; message_hash: '0x' }
    }>().not.toExtend<CallInput<typeof signMessage>>()
    expectTypeOf<{
      params: { chainId: 1; message_hash: '0x' }
      body: string
    }>().toExtend<CallInput<typeof signMessage>>()
  })

  test('take a page link only where pages follow each other', () => {
    type Link = { pageUrl: string }
    expectTypeOf<Link>().toExtend<CallInput<typeof getChains>>()
    expectTypeOf<Link>().not.toExtend<CallInput<typeof getSafe>>()
  })
})
