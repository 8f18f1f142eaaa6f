import { expect, test } from 'vitest'
import { contentPolicy, listCommonHeaders } from './contentPolicy.js'

const make = (parameters: Partial<Parameters<typeof contentPolicy>[0]> = {}) =>
  contentPolicy({
    nonce: 'N',
    styleHashes: [],
    connectOrigins: [],
    frameOrigin: undefined,
    parents: [],
    ...parameters,
  }).split('; ')

test('nothing is framed, and nobody frames, unless it is said', () => {
  expect(make()).toContain("frame-src 'none'")
  expect(make()).toContain("frame-ancestors 'none'")
  expect(listCommonHeaders({ parents: [] })['x-frame-options']).toBe('DENY')
})

test('one app is framed, by its origin', () => {
  const policy = make({ frameOrigin: 'https://app.example' })
  expect(policy).toContain('frame-src https://app.example')
  expect(policy).toContain("frame-ancestors 'none'")
})

test('S08: exactly the configured parents may frame', () => {
  const parents = ['https://host.example', 'http://localhost:4400']
  expect(make({ parents })).toContain(
    'frame-ancestors https://host.example http://localhost:4400',
  )
  expect(listCommonHeaders({ parents })).not.toHaveProperty('x-frame-options')
})
