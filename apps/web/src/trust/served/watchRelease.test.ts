import { waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { rememberBegin } from './checkServed.js'
import { servedRelease } from './servedRelease.js'
import { watchRelease } from './watchRelease.js'

afterEach(() => {
  vi.unstubAllGlobals()
  servedRelease.write({ isFromCopy: false })
})

/** As much of a browser as is asked before anything is kept. */
function pretend({
  isSecureContext = true,
  hasWorkers = true,
  hasCookies = true,
  hasEd25519 = true,
}): void {
  vi.stubGlobal('isSecureContext', isSecureContext)
  vi.stubGlobal('navigator', {
    serviceWorker: hasWorkers
      ? { getRegistration: async () => undefined }
      : undefined,
    locks: { request: async () => undefined },
  })
  if (hasCookies) vi.stubGlobal('cookieStore', {})
  vi.stubGlobal('crypto', {
    subtle: {
      generateKey: () =>
        hasEd25519 ? Promise.resolve({}) : Promise.reject(new TypeError('no')),
    },
  })
}

const watch = async (isSigned = true) => {
  const stop = await watchRelease(isSigned)
  stop()
  return servedRelease.read().noCopy
}

test('says why a browser keeps no copy', async () => {
  // Such a browser has neither workers nor the rest.
  pretend({ isSecureContext: false, hasWorkers: false })
  expect(await watch()).toBe('insecure')
  pretend({ hasWorkers: false })
  expect(await watch()).toBe('browser')
  vi.unstubAllGlobals()
  pretend({ hasCookies: false })
  expect(await watch()).toBe('browser')
})

test('takes no release for unsigned that the browser can’t verify', async () => {
  pretend({ hasEd25519: false })
  expect(await watch()).toBe('signatures')
  servedRelease.write({ isFromCopy: false })
  pretend({})
  expect(await watch()).toBeUndefined()
})

test('asks nothing of a browser where the release is not signed', async () => {
  pretend({ hasEd25519: false })
  expect(await watch(false)).toBeUndefined()
})

// The last one: a page that has begun stays so.
test('S07: goes on watching a copy that is gone, though the server says that nothing is signed', async () => {
  pretend({})
  const kept = { id: 'x', signers: [], since: 1, first: 1 }
  const release = { sequence: 1, files: {} }
  let stored: object | undefined = { ...kept, release }
  vi.stubGlobal('caches', {
    open: async () => ({
      match: async (path: string) =>
        path === '/kept' && stored ? Response.json(stored) : undefined,
    }),
  })
  vi.stubGlobal('fetch', async () => {
    throw new TypeError('No answer')
  })
  await rememberBegin()
  stored = undefined
  const stop = await watchRelease(false)
  await waitFor(() => expect(servedRelease.read().alarm).toBe('gone'))
  stop()
})
