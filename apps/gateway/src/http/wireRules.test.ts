import { defineEndpoint, getNotices, getSafe } from '@covault/api'
import { allEndpoints } from '@covault/api/openapi'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { findWireRule } from './wireRules.js'

const make = <const M extends 'GET' | 'POST'>(
  method: M,
  path: '/v1/safes/{address}/new' | '/v1/owners/{address}/new',
) =>
  defineEndpoint({
    ...{ method, path, summary: 'New' },
    params: z.object({ address: z.string() }),
    response: z.object({}),
  })

test('what is read of a safe needs no rule of its own, and is for those who may see the safe', () => {
  expect(findWireRule(make('GET', '/v1/safes/{address}/new'))).toMatchObject({
    ...{ for: 'safe', does: 'read' },
  })
  expect(findWireRule(getSafe)).toMatchObject({ for: 'safe', does: 'read' })
  // A list that says something else wins.
  expect(findWireRule(getNotices)).toEqual({ for: 'own session' })
})

test('what is written, or is about no safe, is refused without a rule', () => {
  for (const endpoint of [
    make('POST', '/v1/safes/{address}/new'),
    make('GET', '/v1/owners/{address}/new'),
  ])
    expect(() => findWireRule(endpoint)).toThrow('has no rule')
})

test('every call has a rule', () => {
  for (const endpoint of Object.values(allEndpoints).flatMap(Object.values))
    expect(findWireRule(endpoint), endpoint.path).toBeDefined()
})
