import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { environment } from './environment.js'
import { forgetBrowser } from './forgetBrowser.js'
import {
  forgetLastState,
  keepLastState,
  keepsLastState,
  lastVisit,
  longestKept,
  mostKept,
} from './lastState.js'

beforeEach(async () => {
  vi.useFakeTimers({ now: 1_000_000_000 })
  await forgetLastState()
  keepsLastState.clear()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  environment.clear()
})

const key = ['safe', 1, '0x01']
const provenance = { kind: 'chain', block: 7n }
const own = { gatewayUrl: 'https://mine.example', rpcUrls: [] }

/** A visit of the page, with what it finds when it begins. */
async function visit({
  release = 'one',
  hasEnded = false,
  hearEnd = (_: () => void): void => undefined,
} = {}): Promise<QueryClient> {
  const queries = new QueryClient()
  await keepLastState(queries, {
    release,
    hasEnded,
    hearEnd,
    isKept: ([kind]) => kind === 'safe',
  })
  return queries
}

async function read(
  queries: QueryClient,
  data: unknown,
  queryKey: readonly unknown[] = key,
): Promise<void> {
  await queries.fetchQuery({ queryKey, queryFn: async () => data })
  await vi.advanceTimersByTimeAsync(2_100)
}

test('what was read is shown on the next visit with its age, and asked again', async () => {
  await read(await visit(), { owners: ['0x02'], provenance })
  vi.setSystemTime(1_000_600_000)
  const next = await visit()
  expect(next.getQueryData(key)).toEqual({
    owners: ['0x02'],
    provenance: { ...provenance, keptAt: 1_000_000_000 },
  })
  // However young it is: nobody takes it for what is so now.
  const fresh = { owners: ['0x03'], provenance }
  const queryFn = async () => fresh
  const staleTime = Number.POSITIVE_INFINITY
  const asked = await next.fetchQuery({ queryKey: key, queryFn, staleTime })
  expect(asked).toEqual(fresh)
})

test('the page says so while it shows any of it', async () => {
  await read(await visit(), 'before')
  const next = await visit()
  expect(lastVisit.read()).toBeUndefined()
  const observer = new QueryObserver(next, {
    queryKey: key,
    queryFn: async () => 'now',
  })
  const stop = observer.subscribe(() => undefined)
  expect(observer.getCurrentResult().data).toBe('before')
  expect(lastVisit.read()).toBe(1_000_000_000)
  await vi.advanceTimersByTimeAsync(10)
  expect(observer.getCurrentResult().data).toBe('now')
  expect(lastVisit.read()).toBeUndefined()
  stop()
})

test('of a list the first page is kept, of a place within it none', async () => {
  const queries = await visit()
  const pages = [{ results: [1] }, { results: [2] }]
  await read(queries, { pages, pageParams: ['', 'next'] })
  const other = ['safe', 1, '0x02']
  await read(queries, { pages, pageParams: [{ url: 'x' }, 'next'] }, other)
  const next = await visit()
  expect(next.getQueryData(key)).toEqual({
    pages: [{ results: [1] }],
    pageParams: [''],
  })
  expect(next.getQueryData(other)).toBeUndefined()
})

test('nothing of another release, of others, of long ago, or that was forgotten', async () => {
  const queries = await visit()
  await read(queries, 'known')
  await read(queries, 'secret', ['session'])
  expect((await visit()).getQueryData(['session'])).toBeUndefined()
  expect((await visit({ release: 'two' })).getQueryData(key)).toBeUndefined()
  expect((await visit()).getQueryData(key)).toBe('known')
  vi.setSystemTime(1_000_000_000 + longestKept)
  expect((await visit()).getQueryData(key)).toBeUndefined()
  vi.setSystemTime(1_000_002_000)
  await forgetLastState()
  expect((await visit()).getQueryData(key)).toBeUndefined()
})

test('nothing that was read just before it was forgotten is written after it', async () => {
  const queries = await visit()
  await queries.fetchQuery({ queryKey: key, queryFn: async () => 'known' })
  await forgetLastState()
  await vi.advanceTimersByTimeAsync(2_100)
  expect((await visit()).getQueryData(key)).toBeUndefined()
  await read(queries, 'later')
  expect((await visit()).getQueryData(key)).toBe('later')
})

/** Another tab, or another page: the browser says so before it is gone. */
async function leave(): Promise<void> {
  const hidden = vi
    .spyOn(document, 'visibilityState', 'get')
    .mockReturnValue('hidden')
  document.dispatchEvent(new Event('visibilitychange'))
  hidden.mockRestore()
  await vi.advanceTimersByTimeAsync(100)
}

test('what was read is kept also by who leaves at once', async () => {
  const queries = await visit()
  await queries.fetchQuery({ queryKey: key, queryFn: async () => 'known' })
  await leave()
  expect((await visit()).getQueryData(key)).toBe('known')
})

test('a page at rest writes nothing until it is left, and then how old it is', async () => {
  const queries = await visit()
  const told = vi.spyOn(BroadcastChannel.prototype, 'postMessage')
  await read(queries, { owners: ['0x02'] })
  expect(told).toHaveBeenCalledTimes(1)
  vi.setSystemTime(1_000_600_000)
  await read(queries, { owners: ['0x02'] })
  expect(told).toHaveBeenCalledTimes(1)
  await leave()
  expect(told).toHaveBeenCalledTimes(2)
  const next = await visit()
  expect(next.getQueryState(key)?.dataUpdatedAt).toBe(1_000_600_000)
  await read(queries, { owners: ['0x03'] })
  expect(told).toHaveBeenCalledTimes(3)
})

test.each<[string, (end: () => void) => unknown]>([
  [
    'has another tab forget the browser',
    () => dispatchEvent(new StorageEvent('storage', { key: null })),
  ],
  [
    'has this tab forget it',
    () => {
      const databases = async () => []
      vi.stubGlobal('indexedDB', { databases })
      return forgetBrowser()
    },
  ],
  ['chooses other servers', () => environment.write(own)],
  ['signs out', (end) => end()],
])('an open page keeps nothing more after the reader %s', async (_, act) => {
  let end = (): void => undefined
  const queries = await visit({
    hearEnd: (onEnd) => {
      end = onEnd
    },
  })
  await queries.fetchQuery({ queryKey: key, queryFn: async () => 'known' })
  await act(end)
  await read(queries, 'again', ['safe', 1, '0x02'])
  await leave()
  environment.clear()
  const next = await visit()
  expect(next.getQueryData(key)).toBeUndefined()
  expect(next.getQueryData(['safe', 1, '0x02'])).toBeUndefined()
})

test('nothing is shown of another gateway', async () => {
  await read(await visit(), 'known')
  environment.write(own)
  expect((await visit()).getQueryData(key)).toBeUndefined()
  environment.clear()
  expect((await visit()).getQueryData(key)).toBe('known')
})

test('nothing is shown of a session that has ended meanwhile', async () => {
  await read(await visit(), 'known')
  const next = await visit({ hasEnded: true })
  expect(next.getQueryData(key)).toBeUndefined()
  await read(next, 'since')
  expect((await visit()).getQueryData(key)).toBe('since')
})

test('who does not want it has nothing kept', async () => {
  await read(await visit(), 'known')
  keepsLastState.write(false)
  await read(await visit(), 'again')
  keepsLastState.write(true)
  expect((await visit()).getQueryData(key)).toBeUndefined()
})

test('the oldest give way', async () => {
  const queries = await visit()
  for (let at = 0; at <= mostKept; at++) await read(queries, at, ['safe', at])
  const next = await visit()
  expect(next.getQueryData(['safe', 0])).toBeUndefined()
  expect(next.getQueryData(['safe', mostKept])).toBe(mostKept)
})
