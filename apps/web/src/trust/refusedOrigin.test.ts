import { afterEach, expect, test, vi } from 'vitest'
import { explainFailure } from './refusedOrigin.js'

const url = 'https://gateway.example'
const refused = new TypeError('Failed to fetch')
const setting = (origin: string) => `Add ${origin} to access.origins.`

afterEach(() => vi.unstubAllGlobals())

test('names the setting where a server answers but refuses the page', async () => {
  const ask = answering()
  await expect(fail(refused)).rejects.toThrow(
    `The server answers, but doesn’t allow this page to read from it. Add ${window.location.origin} to access.origins.`,
  )
  expect(ask).toHaveBeenCalledWith(
    url,
    expect.objectContaining({ mode: 'no-cors' }),
  )
})

test('finds the refusal behind other errors', async () => {
  answering()
  await expect(
    fail(new Error('The request failed.', { cause: refused })),
  ).rejects.toThrow(/doesn’t allow this page/)
})

test('leaves the error of a server that is down', async () => {
  vi.stubGlobal('fetch', vi.fn().mockRejectedValue(refused))
  await expect(fail(refused)).rejects.toBe(refused)
})

test('asks nobody about an error that an answer made', async () => {
  const ask = answering()
  const error = new Error('This is not a gateway.')
  await expect(fail(error)).rejects.toBe(error)
  expect(ask).not.toHaveBeenCalled()
})

test('returns the answer of a server that lets the page read', async () => {
  expect(await explainFailure(Promise.resolve(5), { url, setting })).toBe(5)
})

/** A page may know of such an answer, but not read it. */
function answering() {
  const ask = vi.fn().mockResolvedValue(new Response())
  vi.stubGlobal('fetch', ask)
  return ask
}

function fail(error: Error): Promise<unknown> {
  return explainFailure(Promise.reject(error), { url, setting })
}
