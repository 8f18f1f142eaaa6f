import type { SafeApp } from '@covault/api'
import { expect, test } from 'vitest'
import {
  findApp,
  isAllowedHere,
  listApps,
  listTags,
  pickApps,
} from './catalogue.js'

const swap = createApp({ url: 'https://swap.example/', name: 'Swap' })
const lend = createApp({
  url: 'https://lend.example/app',
  name: 'Lend',
  tags: ['DeFi', 'Loans'],
})
const own = {
  url: 'https://own.example',
  name: 'Own',
  description: 'Mine',
}
const apps = listApps({ listed: [swap, lend], custom: [own] })
const pick = (fields: Partial<Parameters<typeof pickApps>[1]> = {}) =>
  pickApps(apps, { query: '', tag: undefined, pinned: [], ...fields }).map(
    ({ name }) => name,
  )

test('lists those of the gateway, then those that were added', () => {
  expect(apps.map(({ url, source }) => [url, source])).toEqual([
    ['https://swap.example', 'gateway'],
    ['https://lend.example/app', 'gateway'],
    ['https://own.example', 'custom'],
  ])
  expect(listTags(apps)).toEqual(['DeFi', 'Loans'])
})

test('what cannot be opened is not listed', () => {
  const listed = [
    createApp({ url: 'http://plain.example' }),
    createApp({ url: 'javascript:alert(1)' }),
    createApp({ url: window.location.origin }),
  ]
  expect(listApps({ listed, custom: [] })).toEqual([])
})

test('finds by every word, by tag, and shows pinned ones first', () => {
  expect(pick({ query: 'lend.EXAMPLE defi' })).toEqual(['Lend'])
  expect(pick({ query: 'lend.example/app' })).toEqual(['Lend'])
  expect(pick({ query: 'lend swap' })).toEqual([])
  expect(pick({ tag: 'Loans' })).toEqual(['Lend'])
  expect(pick({ pinned: ['https://own.example'] })).toEqual([
    'Own',
    'Swap',
    'Lend',
  ])
})

test.each([
  ['https://lend.example/app', 'Lend'],
  ['https://lend.example/app/pool', 'Lend'],
  ['https://lend.example/app/pool?id=1', 'Lend'],
  ['https://lend.example/app#/pool', 'Lend'],
  ['https://swap.example/any', 'Swap'],
  // One host may serve many apps.
  ['https://lend.example/other', undefined],
  ['https://lend.example/app2', undefined],
  ['https://lend.example', undefined],
  ['https://lend.example.evil.test/app', undefined],
])('%s is known as %s', (url, name) => {
  const known = { listed: [swap, lend], custom: [own] }
  expect(findApp(known, { url })?.name).toBe(name)
})

const { origin, host } = window.location

test.each<[SafeApp['accessControl'], boolean]>([
  [{ type: 'NO_RESTRICTIONS', value: null }, true],
  [{ type: 'DOMAIN_ALLOWLIST', value: [origin] }, true],
  [{ type: 'DOMAIN_ALLOWLIST', value: ['https://b.example', origin] }, true],
  [{ type: 'DOMAIN_ALLOWLIST', value: ['https://b.example'] }, false],
  [{ type: 'DOMAIN_ALLOWLIST', value: [`https://${host}.evil.test`] }, false],
  [{ type: 'DOMAIN_ALLOWLIST', value: ['not an address'] }, false],
  [{ type: 'DOMAIN_ALLOWLIST', value: null }, false],
  [{ type: 'UNKNOWN', value: null }, false],
])('%j is offered here: %s', (accessControl, isAllowed) => {
  expect(isAllowedHere({ accessControl })).toBe(isAllowed)
})

function createApp(fields: Partial<SafeApp>): SafeApp {
  return {
    id: 1,
    url: 'https://app.example',
    name: 'App',
    description: '',
    iconUrl: null,
    chainIds: [1],
    provider: null,
    accessControl: { type: 'NO_RESTRICTIONS', value: null },
    tags: [],
    features: [],
    developerWebsite: null,
    socialProfiles: [],
    featured: false,
    ...fields,
  }
}
