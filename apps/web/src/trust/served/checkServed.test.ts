// @vitest-environment node
import { createHash } from 'node:crypto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { keep, type Release } from '../../worker/release.js'
import { checkServed, rememberBegin } from './checkServed.js'

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const file = (text: string) => ({ sha256: sha256(text), bytes: text.length })
const release: Release = {
  product: '1.0.0',
  sequence: 1,
  commit: 'c',
  severity: 'normal',
  files: { '/index.html': file('page'), '/sw.js': file('worker') },
  csp: { scriptHashes: [], styleHashes: [] },
  root: 'r',
}
const keepRelease = (kept: Release) =>
  keep(
    '/kept',
    Response.json({ id: 'x', release: kept, signers: [], since: 1 }),
  )

const stores = new Map<string, Map<string, Response>>()

/** A server that shows the page what was agreed to, and says nothing of its release. */
beforeEach(async () => {
  stores.clear()
  vi.stubGlobal('caches', {
    open: async (name: string) => {
      const store = stores.get(name) ?? new Map<string, Response>()
      stores.set(name, store)
      return {
        match: async (path: string) => store.get(path)?.clone(),
        put: async (path: string, reply: Response) => store.set(path, reply),
      }
    },
  })
  vi.stubGlobal('navigator', { serviceWorker: { controller: null } })
  vi.stubGlobal('fetch', async (path: string) => {
    if (path === '/') return new Response('page')
    if (path === '/sw.js') return new Response('worker')
    throw new TypeError('No answer')
  })
  await keepRelease(release)
  await keep('/worker', new Response(sha256('worker')))
  await rememberBegin()
})
afterEach(() => vi.unstubAllGlobals())

const quiet = {} as ServiceWorkerRegistration
const found = { waiting: {} } as ServiceWorkerRegistration

test('S07: a worker that the page is not shown can’t pretend to be known', async () => {
  expect((await checkServed(quiet)).alarm).toBeUndefined()
  // What it writes before anybody has judged it.
  await keep('/worker', new Response(sha256('another')))
  const own = { ...release, keys: { threshold: 1, signers: { mallory: 'k' } } }
  await keepRelease(own)
  const newer = [{ sequence: 9, worker: 'invented' }]
  await keep('/checked', Response.json({ newer }))
  expect((await checkServed(found)).alarm).toBe('worker')
})

test('S07: a worker that the page is not shown can’t hide by forgetting what is kept', async () => {
  stores.clear()
  expect((await checkServed(found)).alarm).toBe('worker')
  // As after a retirement that another page has read.
  expect((await checkServed(quiet)).alarm).toBeUndefined()
})

test('an alarm stays until the server has answered all that is asked', async () => {
  await checkServed(found)
  expect((await checkServed(quiet)).alarm).toBe('worker')
})
