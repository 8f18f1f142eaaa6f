import { expect, test } from 'vitest'
import {
  listCommonHeaders,
  writeContentPolicy,
  writeFramePolicy,
} from './contentPolicy.js'

const make = (
  parameters: Partial<Parameters<typeof writeContentPolicy>[0]> = {},
) =>
  writeContentPolicy({
    scriptHashes: [],
    styleHashes: [],
    connectOrigins: [],
    frameOrigin: undefined,
    ...parameters,
  }).split('; ')

test('S01: allows scripts and styles as files and by hash alone', () => {
  const policy = make({
    scriptHashes: ['sha256-map='],
    styleHashes: ['sha256-abc='],
  })
  expect(policy).toContain("script-src 'self' 'sha256-map='")
  expect(policy).toContain("style-src 'self' 'sha256-abc='")
  expect(policy.join()).not.toMatch(/unsafe|nonce-/)
})

test('frames nothing, and lets nobody frame, unless it is said', () => {
  expect(make()).toContain("frame-src 'none'")
  expect(writeFramePolicy([])).toBe("frame-ancestors 'none'")
  expect(listCommonHeaders({ parents: [], path: '/' })['x-frame-options']).toBe(
    'DENY',
  )
})

test('frames one app, by its origin', () => {
  const policy = make({ frameOrigin: 'https://app.example' })
  expect(policy).toContain('frame-src https://app.example')
})

test('S08: exactly the configured parents may frame', () => {
  const parents = ['https://host.example', 'http://localhost:4400']
  expect(writeFramePolicy(parents)).toBe(
    'frame-ancestors https://host.example http://localhost:4400',
  )
  expect(listCommonHeaders({ parents, path: '/' })).not.toHaveProperty(
    'x-frame-options',
  )
})
