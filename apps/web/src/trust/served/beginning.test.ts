// @vitest-environment node
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { hash, keep, type Release } from '../../worker/release.js'

const release: Release = {
  product: '1.0.0',
  sequence: 1,
  commit: 'c',
  severity: 'normal',
  keys: { threshold: 1, signers: { alice: 'k' } },
  files: {
    '/index.html': { sha256: '', bytes: 4 },
    '/sw.js': { sha256: '', bytes: 6 },
  },
  csp: { scriptHashes: [], styleHashes: [] },
  root: 'r',
}
const hashText = (text: string) => hash(new TextEncoder().encode(text))
const write = (of: Release) =>
  keep(
    '/kept',
    Response.json({ id: 'x', release: of, signers: [], since: 1, first: 1 }),
  )

let store: Map<string, Response>
let served: Record<string, string>
let registration: EventTarget & { installing?: object }

/** A page that came from the copy, and a server of which nobody knows anything yet. */
beforeEach(async () => {
  vi.resetModules()
  store = new Map()
  served = { '/': 'page', '/sw.js': 'worker' }
  vi.stubGlobal('caches', {
    open: async () => ({
      match: async (path: string) => store.get(path)?.clone(),
      put: async (path: string, reply: Response) => store.set(path, reply),
    }),
  })
  registration = new EventTarget()
  const workers = new EventTarget()
  const serviceWorker = Object.assign(workers, {
    controller: {},
    getRegistration: async () => registration,
  })
  Object.assign(registration, { active: serviceWorker.controller })
  vi.stubGlobal('navigator', { serviceWorker })
  vi.stubGlobal('cookieStore', {})
  vi.stubGlobal('fetch', async (path: string) => {
    if (served[path] === undefined) throw new TypeError('No answer')
    return new Response(served[path])
  })
  release.files = {
    '/index.html': { sha256: await hashText('page'), bytes: 4 },
    '/sw.js': { sha256: await hashText('worker'), bytes: 6 },
  }
  await write(release)
})
afterEach(() => vi.unstubAllGlobals())

/** As the page does it: the first script, and much later the rest. */
async function open() {
  const { servedRelease, watchTakeover } = await import('./servedRelease.js')
  const { found } = await import('./beginning.js')
  const heard = vi.spyOn(registration, 'addEventListener')
  watchTakeover()
  await vi.waitFor(() => expect(heard).toHaveBeenCalled())
  return {
    found,
    read: servedRelease.read,
    watchLater: async () => {
      const { watchRelease } = await import('./watchRelease.js')
      return watchRelease(true)
    },
  }
}

/** What a hostile worker writes while it is installed. */
async function poison(): Promise<void> {
  const sha256 = await hashText('hostile')
  const files = { ...release.files, '/sw.js': { sha256, bytes: 7 } }
  await write({ ...release, files })
  await keep('/worker', new Response(sha256))
  const newer = [{ sequence: 9, worker: 'invented' }]
  await keep('/checked', Response.json({ newer }))
}

test('S07: a worker that is found before the page watches stops signing at once', async () => {
  const page = await open()
  expect(page.read().isJudging).toBeUndefined()
  await poison()
  registration.dispatchEvent(new Event('updatefound'))
  expect(page.read().isJudging).toBe(true)
  // It has failed by now, as if there had been none, and the server is silent.
  served = {}
  const stop = await page.watchLater()
  await vi.waitFor(() => expect(page.read().alarm).toBe('worker'))
  stop()
})

test('S07: one that was there before the page is judged, too', async () => {
  registration.installing = {}
  const page = await open()
  await vi.waitFor(() => expect(page.read().isJudging).toBe(true))
  const stop = await page.watchLater()
  await vi.waitFor(() => expect(page.read().alarm).toBe('worker'))
  stop()
})

test('S07: what is written after the first script ran explains no worker', async () => {
  const page = await open()
  await poison()
  served['/sw.js'] = 'hostile'
  registration.dispatchEvent(new Event('updatefound'))
  const stop = await page.watchLater()
  await vi.waitFor(() => expect(page.read().alarm).toBe('worker'))
  stop()
})

test('S07: what is kept was written over by nobody whom this page knows', async () => {
  const page = await open()
  const stop = await page.watchLater()
  await vi.waitFor(() => expect(page.read().kept?.at).toBeDefined())
  expect(page.read().alarm).toBeUndefined()
  await poison()
  const { check } = await import('./watchRelease.js')
  await check()
  expect(page.read().alarm).toBe('gone')
  stop()
})

test('S07: a page that came from a copy of which nothing is left is an alarm, and saves no other', async () => {
  store.clear()
  const asked = vi.fn()
  vi.stubGlobal('fetch', asked)
  const page = await open()
  await vi.waitFor(() => expect(page.read().alarm).toBe('gone'))
  const stop = await page.watchLater()
  expect(page.read().alarm).toBe('gone')
  expect(asked).not.toHaveBeenCalled()
  stop()
})

test('S07: a copy that no worker answers with any more is gone', async () => {
  const page = await open()
  const workers = navigator.serviceWorker
  vi.spyOn(workers, 'getRegistration').mockResolvedValue(undefined)
  const stop = await page.watchLater()
  await vi.waitFor(() => expect(page.read().alarm).toBe('gone'))
  stop()
})

test('S07: compares the served files with the hourly check, once a day', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const path = '/assets/main.js'
  release.files[path] = { sha256: await hashText('main'), bytes: 4 }
  await write(release)
  served[path] = 'changed'
  const page = await open()
  const stop = await page.watchLater()
  await vi.waitFor(() => expect(page.read().kept?.at).toBeDefined())
  expect(page.read().differing).toBeUndefined()
  const hour = 60 * 60_000
  vi.advanceTimersByTime(hour)
  await vi.waitFor(() => expect(page.read().differing).toEqual([path]))
  expect(page.read().alarm).toBeUndefined()
  // A file without an answer was changed by nobody.
  delete served[path]
  vi.advanceTimersByTime(24 * hour)
  await vi.waitFor(() => expect(page.read().isUnreachable).toBe(true))
  expect(page.read().differing).toEqual([path])
  stop()
  vi.useRealTimers()
})
