import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import {
  call,
  createClient,
  GatewayTimeoutError,
  getAbout,
  getLiveness,
  isUnanswered,
} from '@covault/api'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { pollInterval } from '../lib/timing.js'
import { createPatientFetch } from './patience.js'

let server: Server
/** Takes connections and answers nothing, as a process that was stopped. */
let isFrozen: boolean
let unanswered: ServerResponse[]
let asked: string[]
let onUnanswered: ReturnType<typeof vi.fn<() => void>>
let client: ReturnType<typeof createClient>

beforeEach(async () => {
  isFrozen = false
  unanswered = []
  asked = []
  server = createServer((request, response) => {
    asked.push(String(request.url))
    if (isFrozen) unanswered.push(response)
    else answer(response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  onUnanswered = vi.fn()
  client = createClient({
    ...{ baseUrl: `http://127.0.0.1:${port}`, timeout: 20_000, retryLimit: 2 },
    fetch: createPatientFetch({
      ask: (input, init) => fetch(input, init),
      onUnanswered,
    }),
  })
})

afterEach(() => {
  server.closeAllConnections()
  server.close()
})

function answer(response: ServerResponse): void {
  response.setHeader('content-type', 'application/json')
  response.end('{"status":"OK","name":"Covault","version":"1"}')
}

const probe = () =>
  call(client, getLiveness, { retryLimit: 0, timeout: pollInterval })

async function time(work: Promise<unknown>) {
  const begin = Date.now()
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  return { error, after: Date.now() - begin }
}

test('gives up a question when the probe has waited in vain, and then waits for nothing', async () => {
  isFrozen = true
  // As the page does: a question without an answer sends the probe.
  onUnanswered.mockImplementationOnce(() => void probe().catch(() => undefined))
  const first = await time(call(client, getAbout))
  expect(first.error).toBeInstanceOf(GatewayTimeoutError)
  expect(first.after).toBeLessThan(7000)
  const later = await time(
    (async () => {
      for (let count = 0; count < 5; count++)
        await call(client, getAbout).catch((error: unknown) => {
          if (!isUnanswered(error)) throw error
        })
    })(),
  )
  expect(later.error).toBeUndefined()
  expect(later.after).toBeLessThan(200)
  // Nobody was asked, but whoever asks has it probed.
  expect(asked).toHaveLength(2)
  expect(onUnanswered).toHaveBeenCalledTimes(6)
}, 30_000)

test('asks again as soon as a probe is answered', async () => {
  isFrozen = true
  await probe().catch(() => undefined)
  await expect(call(client, getAbout)).rejects.toThrow(GatewayTimeoutError)
  isFrozen = false
  await probe()
  await expect(call(client, getAbout)).resolves.toMatchObject({ version: '1' })
}, 30_000)

test('waits for a slow answer while the gateway answers others', async () => {
  isFrozen = true
  const slow = time(call(client, getAbout))
  await vi.waitFor(() => expect(unanswered).toHaveLength(1))
  isFrozen = false
  await vi.waitFor(() => expect(onUnanswered).toHaveBeenCalled(), 3000)
  await probe()
  for (const response of unanswered) answer(response)
  expect((await slow).error).toBeUndefined()
}, 30_000)

test('waits for a busy gateway that was taken for silent before', async () => {
  isFrozen = true
  await probe().catch(() => undefined)
  for (const response of unanswered.splice(0)) response.destroy()
  isFrozen = false
  await probe()
  isFrozen = true
  const slow = time(call(client, getAbout))
  await probe().catch(() => undefined)
  for (const response of unanswered) if (!response.destroyed) answer(response)
  expect((await slow).error).toBeUndefined()
}, 30_000)

test('asks a gateway that refuses connections every time', async () => {
  await new Promise((resolve) => server.close(resolve))
  await probe().catch(() => undefined)
  const { error, after } = await time(call(client, getAbout, { retryLimit: 0 }))
  expect(isUnanswered(error)).toBe(true)
  expect(error).not.toBeInstanceOf(GatewayTimeoutError)
  expect(after).toBeLessThan(500)
})

test('ends a question that its asker takes back', async () => {
  isFrozen = true
  const leaving = new AbortController()
  const question = call(client, getAbout, { signal: leaving.signal })
  await vi.waitFor(() => expect(unanswered).toHaveLength(1))
  leaving.abort(new Error('Gone.'))
  await expect(question).rejects.toThrow('Gone.')
})
