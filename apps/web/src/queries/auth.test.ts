import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { askAgain, sessionUserQuery } from './auth.js'

afterEach(() => vi.unstubAllGlobals())

/** The first answer is a refusal, whenever it comes; the next is not. */
function ask(queries: QueryClient, name: string) {
  let refuse: () => void = () => undefined
  const refusal = new Promise<string>((_, reject) => {
    refuse = () => reject(new Error('401'))
  })
  let asked = 0
  const observer = new QueryObserver(queries, {
    queryKey: [name],
    queryFn: () => (asked++ === 0 ? refusal : 'answered'),
    retry: false,
  })
  const leave = observer.subscribe(() => undefined)
  return { refuse: () => refuse(), leave, observer }
}

test('what was refused, and what is about to be, is asked again after a sign-in', async () => {
  const queries = new QueryClient()
  const before = ask(queries, 'refused before')
  const after = ask(queries, 'refused after')
  before.refuse()
  await waitFor(() =>
    expect(queries.getQueryState(['refused before'])?.status).toBe('error'),
  )
  const again = askAgain(queries)
  after.refuse()
  await again
  for (const { observer, leave } of [before, after]) {
    expect(observer.getCurrentResult().data).toBe('answered')
    leave()
  }
})

test.each([
  [401, null],
  [429, undefined],
  [502, undefined],
  [503, undefined],
])('a session that is answered with %s is %s', async (status, user) => {
  const said = { statusCode: status, message: 'Said by the gateway.' }
  const body = status === 502 ? {} : said
  vi.stubGlobal('fetch', async () => Response.json(body, { status }))
  const address = '0xA2c0717EADC654eE59637e39CfEfCB4cA3764829'
  const query = sessionUserQuery({ address })
  const cache = new QueryClient()
  // A gateway that fails or is busy has signed nobody out.
  await cache.prefetchQuery(query)
  expect(cache.getQueryData(query.queryKey)).toBe(user)
})
