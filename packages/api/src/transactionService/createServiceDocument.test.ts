import { expect, test } from 'vitest'
import type { Endpoint } from '../endpoint.js'
import { allServiceEndpoints } from './allServiceEndpoints.js'
import { createServiceDocument } from './createServiceDocument.js'

const servers = [{ url: 'https://gateway.example/tx-service/eth/api' }]
const document = createServiceDocument({ version: '1.2.3', servers })
const text = JSON.stringify(document)

const endpoints: Endpoint[] = Object.values(allServiceEndpoints).flatMap(
  (group) => Object.values(group),
)

test('describes every call under each of its paths', () => {
  expect(endpoints.length).toBeGreaterThan(40)
  for (const { method, path, aliases = [] } of endpoints)
    for (const each of [path, ...aliases])
      expect(document.paths[each]?.[method.toLowerCase()], each).toBeDefined()
})

test('refers only to what it holds', () => {
  const names = Object.keys(document.components.schemas)
  for (const [, name] of text.matchAll(/#\/components\/schemas\/(\w+)/g))
    expect(names).toContain(name)
})

test('every path ends as clients write it', () => {
  for (const path of Object.keys(document.paths))
    expect(path).toMatch(/^\/v[12]\/.*\/$/)
})

test('no call stands twice', () => {
  const calls = endpoints.flatMap(({ method, path, aliases = [] }) =>
    [path, ...aliases].map((each) => `${method} ${each}`),
  )
  expect(new Set(calls).size).toBe(calls.length)
})
