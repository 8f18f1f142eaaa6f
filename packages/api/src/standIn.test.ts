import { expect, test, vi } from 'vitest'
import { call, createClient } from './createClient.js'
import { getAbout } from './endpoints/about.js'
import { getBalances } from './endpoints/balances.js'
import { GatewayUnreachableError, NoGatewayError } from './errors.js'

const nobody = { baseUrl: 'http://127.0.0.1:1', retryLimit: 0 }

test('a stand-in answers where the gateway cannot be reached', async () => {
  const standIn = vi.fn(async () => ['usd'])
  const client = createClient({ ...nobody, standIn })
  const params = { chainId: 1, address: `0x${'1'.repeat(40)}` as const }
  await expect(call(client, getBalances, { params })).resolves.toEqual(['usd'])
  expect(standIn).toHaveBeenCalledWith({
    endpoint: getBalances,
    input: { params },
    signal: undefined,
  })
})

const html = { headers: { 'content-type': 'text/html' } }
const errorPage = '<h1>502 Bad Gateway</h1>'

/** In either of the forms that a gateway has for it. */
function writeBusy(name: 'code' | 'statusCode'): string {
  return JSON.stringify({ [name]: 503, message: 'Busy.' })
}

test.each([
  ['a proxy’s page', [errorPage, { ...html, status: 502 }], true],
  ['an empty 503', ['', { status: 503 }], true],
  ['another’s JSON', ['{"message":"No upstream"}', { status: 503 }], true],
  ['that it is busy', [writeBusy('statusCode'), { status: 503 }], false],
  ['that its nodes are silent', [writeBusy('code'), { status: 503 }], false],
  ['a refusal', ['{"message":"No"}', { status: 422 }], false],
  ['its limit', ['{}', { status: 429 }], false],
  ['another site’s page', ['<h1>Hello</h1>', html], false],
] as const)(
  'where %s comes back the stand-in may answer: %s',
  async (_, [body, init], isStoodIn) => {
    const client = createClient({
      ...nobody,
      fetch: async () => new Response(body, init),
      standIn: async () => ({ name: 'instead' }),
    })
    const answer = call(client, getAbout)
    if (isStoodIn) await expect(answer).resolves.toEqual({ name: 'instead' })
    else await expect(answer).rejects.toThrow()
  },
)

test('a stand-in answers where the gateway hangs', async () => {
  const client = createClient({
    ...{ ...nobody, timeout: 20 },
    fetch: (_, { signal }) =>
      new Promise((_resolve, reject) => {
        signal?.addEventListener('abort', () => reject(signal.reason))
      }),
    standIn: async () => ({ name: 'instead' }),
  })
  await expect(call(client, getAbout)).resolves.toEqual({ name: 'instead' })
})

test('what the stand-in does not know either fails as it did', async () => {
  const client = createClient({ ...nobody, standIn: async () => undefined })
  await expect(call(client, getAbout)).rejects.toThrow(GatewayUnreachableError)
})

test('a stand-in that fails leaves the outage as it is', async () => {
  const reason = new Error('The chain does not answer either.')
  const standIn = () => Promise.reject(reason)
  const client = createClient({ ...nobody, standIn })
  await expect(call(client, getAbout)).rejects.toThrow(GatewayUnreachableError)
  const alone = createClient({ baseUrl: null, standIn })
  await expect(call(alone, getAbout)).rejects.toBe(reason)
})

test('without a gateway nobody is asked but the stand-in', async () => {
  const asked = vi.spyOn(globalThis, 'fetch')
  await expect(call(createClient({ baseUrl: null }), getAbout)).rejects.toThrow(
    NoGatewayError,
  )
  expect(asked).not.toHaveBeenCalled()
  asked.mockRestore()
})
