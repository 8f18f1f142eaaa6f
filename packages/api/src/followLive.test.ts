import type { ServerResponse } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  empty,
  json,
  type RecordingServer,
  startRecordingServer,
} from '../testing/recordingServer.js'
import { module, safe } from '../testing/samples.js'
import { createClient } from './createClient.js'
import type { LiveEvent } from './endpoints/live.js'
import {
  GatewayReplyError,
  GatewayUnreachableError,
  RequestSchemaError,
  ResponseSchemaError,
} from './errors.js'
import { followLive, type LiveFailure } from './followLive.js'

let server: RecordingServer

beforeAll(async () => {
  server = await startRecordingServer()
})

afterAll(() => server.stop())

const safes = [
  { chainId: 1, address: safe },
  { chainId: 10, address: module },
] as const

function open(response: ServerResponse, ...texts: string[]): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  for (const text of texts) response.write(text)
}

function event(name: string, id: number, data: object = {}): string {
  return `event: ${name}\nid: ${id}\ndata: ${JSON.stringify(data)}\n\n`
}

/** Follows until so many events came. */
async function follow(
  count: number,
  options: { lastEventId?: string; silence?: number } = {},
) {
  const events: LiveEvent[] = []
  const failures: LiveFailure[] = []
  const controller = new AbortController()
  const stream = followLive(createClient({ baseUrl: server.url }), {
    safes: [...safes],
    signal: controller.signal,
    onFailure: (failure) => failures.push(failure),
    ...options,
  })
  for await (const each of stream) {
    events.push(each)
    if (events.length === count) controller.abort()
  }
  return { events, failures }
}

test('asks for the safes and hands on typed events', async () => {
  server.answerWith((response) =>
    open(
      response,
      ': hello\n\n',
      event('hello', 1),
      event('weather', 2, { rain: true }),
      event('queue', 3, {
        chainId: '1',
        safe: safe.toLowerCase(),
        ref: 'multisig_x',
        block: 12,
      }),
    ),
  )
  const { events } = await follow(2)
  expect(server.requests[0]).toMatchObject({
    line: `GET /v1/live?safes=1%3A${safe}%2C10%3A${module}`,
    headers: { accept: 'text/event-stream' },
  })
  expect(server.requests[0]?.headers).not.toHaveProperty('last-event-id')
  expect(events).toEqual([
    {
      name: 'hello',
      id: '1',
      chainId: null,
      safe: null,
      ref: null,
      block: null,
    },
    { name: 'queue', id: '3', chainId: 1, safe, ref: 'multisig_x', block: 12 },
  ])
})

test('resumes a broken line after the last event', async () => {
  server.answerWith((response, attempt) => {
    open(response, event('safe', attempt + 40))
    if (attempt === 1) setTimeout(() => response.destroy(), 10)
  })
  const { events, failures } = await follow(2, { lastEventId: '40' })
  expect(events.map(({ id }) => id)).toEqual(['41', '42'])
  expect(
    server.requests.map(({ headers }) => headers['last-event-id']),
  ).toEqual(['40', '41'])
  expect(failures).toMatchObject([
    { failures: 1, error: expect.any(GatewayUnreachableError) },
  ])
})

test('opens a line again that ended, or failed with a 5xx', async () => {
  server.answerWith((response, attempt) => {
    if (attempt === 1) return json({}, 503)(response, attempt)
    if (attempt === 2) return empty()(response, attempt)
    open(response, event('reset', 1))
  })
  const { events, failures } = await follow(1)
  expect(events).toMatchObject([{ name: 'reset' }])
  expect(failures.map((failure) => failure.failures)).toEqual([1, 2])
})

test('gives up a line that says nothing for too long', async () => {
  server.answerWith((response, attempt) =>
    attempt === 1 ? undefined : open(response, event('balance', 1)),
  )
  const { failures } = await follow(1, { silence: 50 })
  expect(failures).toHaveLength(1)
})

test('throws when the gateway refuses', async () => {
  server.answerWith(json({ statusCode: 403, message: 'Forbidden' }, 403))
  await expect(follow(1)).rejects.toThrow(GatewayReplyError)
})

test('throws when an event is malformed', async () => {
  server.answerWith((response) =>
    open(response, event('safe', 1, { safe: 'nobody' })),
  )
  await expect(follow(1)).rejects.toThrow(ResponseSchemaError)
})

test('refuses more safes than a stream carries', async () => {
  const client = createClient({ baseUrl: server.url })
  const stream = followLive(client, {
    safes: Array.from({ length: 51 }, () => safes[0]),
    signal: AbortSignal.timeout(1000),
  })
  await expect(stream.next()).rejects.toThrow(RequestSchemaError)
})

test('hangs up when the reader leaves', async () => {
  const closed = new Promise<void>((resolve) => {
    server.answerWith((response) => {
      response.on('close', resolve)
      open(response, event('hello', 1))
    })
  })
  const stream = followLive(createClient({ baseUrl: server.url }), {
    safes: [...safes],
    signal: new AbortController().signal,
  })
  for await (const _ of stream) break
  await closed
})
