import { QueryClient } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { standInFor } from '../testing/standInFor.js'
import { livenessQuery } from './health.js'

afterEach(() => vi.unstubAllGlobals())

test('what answers in the gateway’s place does not say that it answers', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('away')))
  standInFor(async () => ({ status: 'OK' }))
  const asked = new QueryClient().fetchQuery({ ...livenessQuery, retry: false })
  await expect(asked).rejects.toThrow()
})
