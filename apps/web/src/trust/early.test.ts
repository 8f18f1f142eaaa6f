import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fetchEarly, nameQuestion } from './early.js'

const url = 'https://gateway.example/v1/x'
const body = JSON.stringify([
  { jsonrpc: '2.0', id: 7, method: 'eth_chainId' },
  { jsonrpc: '2.0', id: 8, method: 'eth_blockNumber' },
])
const asked = vi.fn()

beforeEach(() => {
  asked.mockReset().mockResolvedValue(Response.json('asked'))
  vi.stubGlobal('fetch', asked)
  // A machine may be slow to come to the first test.
  vi.spyOn(performance, 'now').mockReturnValue(1_000)
})

afterEach(() => {
  delete window.covaultEarly
  vi.unstubAllGlobals()
})

function answerEarly(name: string, answer: Promise<Response>): void {
  answer.catch(() => undefined)
  window.covaultEarly = new Map([[name, answer]])
}

test('an answer is taken once, and only for the question it was given to', async () => {
  answerEarly(nameQuestion(url), Promise.resolve(Response.json('early')))
  expect(await (await fetchEarly(`${url}?other`)).json()).toBe('asked')
  expect(await (await fetchEarly(url)).json()).toBe('early')
  asked.mockResolvedValue(Response.json('asked'))
  expect(await (await fetchEarly(url)).json()).toBe('asked')
  expect(asked).toHaveBeenCalledTimes(2)
})

test('numbered calls get their own numbers back, whatever the order', async () => {
  const numbered = body.replace('7', '0').replace('8', '1')
  answerEarly(
    nameQuestion(url, numbered),
    Promise.resolve(
      Response.json([
        { jsonrpc: '2.0', id: 1, result: '0x5' },
        { jsonrpc: '2.0', id: 0, result: '0x7a69' },
      ]),
    ),
  )
  const answer = await fetchEarly(url, { method: 'POST', body })
  expect(await answer.json()).toEqual([
    { jsonrpc: '2.0', id: 8, result: '0x5' },
    { jsonrpc: '2.0', id: 7, result: '0x7a69' },
  ])
  expect(asked).not.toHaveBeenCalled()
})

test('an answer that is no list is handed on as it is', async () => {
  const refusal = { jsonrpc: '2.0', id: null, error: { code: -32600 } }
  const numbered = body.replace('7', '0').replace('8', '1')
  answerEarly(
    nameQuestion(url, numbered),
    Promise.resolve(Response.json(refusal)),
  )
  const answer = await fetchEarly(url, { method: 'POST', body })
  expect(await answer.json()).toEqual(refusal)
})

test.each([
  ['nobody answered', () => Promise.reject(new TypeError('Failed to fetch'))],
  ['it was refused', () => Promise.resolve(new Response('', { status: 503 }))],
])('is asked again where %s', async (_, answer) => {
  answerEarly(nameQuestion(url), answer())
  expect(await (await fetchEarly(url)).json()).toBe('asked')
})

test('anyone who gives up is not kept waiting', async () => {
  answerEarly(nameQuestion(url), new Promise(() => undefined))
  asked.mockRejectedValue(new DOMException('Aborted', 'AbortError'))
  const leave = new AbortController()
  const answer = fetchEarly(url, { signal: leave.signal })
  leave.abort()
  await expect(answer).rejects.toThrow('Aborted')
})

test('what is old is asked again', async () => {
  answerEarly(nameQuestion(url), Promise.resolve(Response.json('early')))
  vi.spyOn(performance, 'now').mockReturnValue(60_000)
  expect(await (await fetchEarly(url)).json()).toBe('asked')
})
