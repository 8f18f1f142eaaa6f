import type { ServerResponse } from 'node:http'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import {
  empty,
  endless,
  json,
  type RecordingServer,
  silent,
  startRecordingServer,
  text,
} from '../testing/recordingServer.js'
import { module, safe } from '../testing/samples.js'
import { call, createClient } from './createClient.js'
import { getLive, type LiveEvent, liveEventData } from './endpoints/live.js'
import {
  GatewayError,
  GatewayReplyError,
  GatewayTimeoutError,
  GatewayUnreachableError,
  InvalidLimitError,
  NoLiveStreamError,
  RequestSchemaError,
  ResponseSchemaError,
  ResponseTooLargeError,
  StreamCallError,
} from './errors.js'
import {
  followLive,
  type LiveFailure,
  type LiveOptions,
  type SkippedEvent,
} from './followLive.js'

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
async function follow(count: number, options: Partial<LiveOptions> = {}) {
  const events: LiveEvent[] = []
  const failures: LiveFailure[] = []
  const skipped: SkippedEvent[] = []
  const controller = new AbortController()
  const stream = followLive(createClient({ baseUrl: server.url }), {
    safes: [...safes],
    signal: controller.signal,
    onFailure: (failure) => failures.push(failure),
    onSkipped: (each) => skipped.push(each),
    ...options,
  })
  for await (const each of stream) {
    events.push(each)
    if (events.length === count) controller.abort()
  }
  return { events, failures, skipped }
}

function sentIds(): unknown[] {
  return server.requests.map(({ headers }) => headers['last-event-id'])
}

function wait(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds))
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
  expect(sentIds()).toEqual(['40', '41'])
  expect(failures).toMatchObject([
    { failures: 1, error: expect.any(GatewayUnreachableError) },
  ])
})

test('does not hand on an event that broke off', async () => {
  server.answerWith((response, attempt) => {
    if (attempt > 1) return open(response, event('safe', 2))
    open(response, event('queue', 1), 'event: balance\nid: 2\ndata: {}\n')
    setTimeout(() => response.destroy(), 20)
  })
  const { events } = await follow(2)
  expect(events).toMatchObject([{ name: 'queue' }, { name: 'safe' }])
  expect(sentIds()).toEqual([undefined, '1'])
})

test('opens a line again that ended, or failed in a passing way', async () => {
  server.answerWith((response, attempt) => {
    if (attempt === 1) return json({}, 503)(response, attempt)
    if (attempt === 2) return json({}, 408)(response, attempt)
    if (attempt === 3) return text('<html>', 502)(response, attempt)
    open(response, event('reset', 1))
    if (attempt === 4) response.end()
  })
  const { events, failures } = await follow(2)
  expect(events).toMatchObject([{ name: 'reset' }, { name: 'reset' }])
  expect(failures.map(({ failures: count }) => count)).toEqual([1, 2, 3, 4])
}, 15_000)

describe('an event that cannot be read', () => {
  const malformed = [
    event('safe', 1, { safe: 'nobody' }),
    'event: queue\nid: 1\ndata: {"chainId":\n\n',
    'event: queue\nid: 1\ndata: null\n\n',
    'event: queue\nid: 1\ndata\n\n',
    `event: queue\nid: 1\ndata: ${'x'.repeat(70_000)}\n\n`,
    `event: queue\ndata: ${'['.repeat(30_000)}\nid: 1\n\n`,
    'data: nameless\nid: 1\n\n',
  ]

  test.each(malformed)('is passed over and told: %.60j', async (bad) => {
    server.answerWith((response, attempt) => {
      open(response, attempt === 1 ? bad : event('balance', 2))
      if (attempt === 1) setTimeout(() => response.destroy(), 10)
    })
    const { events, skipped, failures } = await follow(1)
    expect(events).toMatchObject([{ name: 'balance', id: '2' }])
    expect(skipped).toMatchObject([
      { id: '1', error: expect.any(ResponseSchemaError) },
    ])
    expect(failures).toHaveLength(1)
    // It is behind us: asked for again it would only fail again.
    expect(sentIds()).toEqual([undefined, '1'])
  })

  test('does not end the stream it came in', async () => {
    server.answerWith((response) =>
      open(response, malformed.join(''), event('safe', 2)),
    )
    const { events, skipped } = await follow(1)
    expect(events).toMatchObject([{ name: 'safe', id: '2' }])
    expect(skipped).toHaveLength(malformed.length)
    expect(skipped[0]).toMatchObject({ name: 'safe', error: { path: 'safe' } })
    expect(server.requests).toHaveLength(1)
  })
})

test.each([
  'event: weather\nid: 7\ndata: {}\n\n',
  'id: 7\n\n',
  'event: safe\nid: 7\n\n',
])('resumes after what it did not hand on: %j', async (passed) => {
  server.answerWith((response, attempt) => {
    open(response, attempt === 1 ? passed : event('safe', 8))
    if (attempt === 1) setTimeout(() => response.destroy(), 10)
  })
  const { skipped } = await follow(1, { lastEventId: '6' })
  expect(sentIds()).toEqual(['6', '7'])
  expect(skipped).toEqual([])
})

describe('the wait before another attempt', () => {
  test('is what Retry-After says', async () => {
    server.answerWith((response, attempt) => {
      if (attempt > 1) return open(response, event('safe', 1))
      response.writeHead(429, { 'retry-after': '1' })
      response.end()
    })
    const { failures } = await follow(1)
    expect(failures).toMatchObject([{ delay: 1000 }])
  })

  test.each(['99999999999999999999', 'Fri, 31 Dec 9999 23:59:59 GMT'])(
    'is an hour at most, whatever is asked: %s',
    async (header) => {
      server.answerWith((response) => {
        response.writeHead(503, { 'retry-after': header })
        response.end()
      })
      const controller = new AbortController()
      const failures: LiveFailure[] = []
      await follow(1, {
        signal: controller.signal,
        onFailure: (failure) => {
          failures.push(failure)
          setTimeout(() => controller.abort(), 50)
        },
      })
      expect(failures).toMatchObject([{ delay: 3_600_000 }])
      expect(server.requests).toHaveLength(1)
    },
  )

  test('grows while lines break soon, though each brought an event', async () => {
    server.answerWith((response, attempt) => {
      open(response, event('hello', attempt))
      setTimeout(() => response.destroy(), 10)
    })
    const { failures } = await follow(4)
    expect(failures.map(({ failures: count }) => count)).toEqual([1, 2, 3])
    expect(failures[2]?.delay).toBeGreaterThanOrEqual(500)
  })

  test('begins again after a line that held', async () => {
    let held: ServerResponse | undefined
    server.answerWith((response, attempt) => {
      if (attempt < 3) return json({}, 503)(response, attempt)
      open(response, event('hello', attempt))
      held = response
    })
    const failures: LiveFailure[] = []
    const stream = followLive(createClient({ baseUrl: server.url }), {
      safes: [...safes],
      signal: AbortSignal.timeout(10_000),
      stableTime: 100,
      onFailure: (failure) => failures.push(failure),
    })
    await stream.next()
    await wait(120)
    held?.destroy()
    await stream.next()
    await stream.return()
    expect(failures.map(({ failures: count }) => count)).toEqual([1, 2, 1])
  })
})

describe('a line that says nothing', () => {
  test('is given up, before and after its beginning', async () => {
    server.answerWith((response, attempt) => {
      if (attempt === 1) return undefined
      if (attempt === 2) return open(response, ': hello\n\n')
      open(response, event('balance', 1))
    })
    const { failures } = await follow(1, { silence: 80 })
    expect(failures.map(({ error }) => error)).toEqual([
      new GatewayTimeoutError(server.url, 80, {}),
      new GatewayTimeoutError(server.url, 80, {}),
    ])
  })

  test('is kept while comments come', async () => {
    server.answerWith((response) => {
      open(response, ': hello\n\n')
      const timer = setInterval(() => response.write(':\n\n'), 20)
      setTimeout(() => response.write(event('safe', 1)), 700)
      response.on('close', () => clearInterval(timer))
    })
    const { failures } = await follow(1, { silence: 400 })
    expect(failures).toEqual([])
  })

  test('is not one whose reader takes its time', async () => {
    server.answerWith((response) => {
      open(response, event('hello', 1))
      const timer = setInterval(() => response.write(':\n\n'), 20)
      setTimeout(() => response.write(event('safe', 2)), 900)
      response.on('close', () => clearInterval(timer))
    })
    const failures: LiveFailure[] = []
    const stream = followLive(createClient({ baseUrl: server.url }), {
      safes: [...safes],
      signal: AbortSignal.timeout(5000),
      silence: 400,
      onFailure: (failure) => failures.push(failure),
    })
    await stream.next()
    await wait(800)
    expect(await stream.next()).toMatchObject({ value: { id: '2' } })
    await stream.return()
    expect(failures).toEqual([])
    expect(server.requests).toHaveLength(1)
  })

  test('is noticed also after the reader took its time', async () => {
    server.answerWith((response, attempt) =>
      open(response, event('hello', attempt)),
    )
    const failures: LiveFailure[] = []
    const stream = followLive(createClient({ baseUrl: server.url }), {
      safes: [...safes],
      signal: AbortSignal.timeout(5000),
      silence: 100,
      onFailure: (failure) => failures.push(failure),
    })
    await stream.next()
    await wait(300)
    expect(await stream.next()).toMatchObject({ value: { id: '2' } })
    await stream.return()
    expect(failures).toMatchObject([{ error: expect.any(GatewayTimeoutError) }])
  })
})

test('lets the server wait while its reader does, instead of hoarding', async () => {
  const filler = `: ${'x'.repeat(64 * 1024)}\n\n`
  let sent = 0
  server.answerWith((response) => {
    open(response, event('hello', 1))
    const send = () => {
      while (!response.destroyed) {
        sent += 1
        if (!response.write(filler)) break
      }
    }
    response.on('drain', send)
    send()
  })
  const stream = followLive(createClient({ baseUrl: server.url }), {
    safes: [...safes],
    signal: AbortSignal.timeout(10_000),
  })
  await stream.next()
  await wait(500)
  const full = sent
  await wait(500)
  expect(sent).toBe(full)
  await stream.return()
})

describe('an answer that another attempt would not mend', () => {
  test.each([400, 401, 403, 404, 410, 422, 451])(
    'ends the stream with what the gateway said: %i',
    async (status) => {
      server.answerWith(json({ code: status, message: 'No' }, status))
      const error = await follow(1).catch((reason: unknown) => reason)
      expect(error).toBeInstanceOf(GatewayReplyError)
      expect(error).toMatchObject({ status, message: `${status}: No` })
      expect(server.requests).toHaveLength(1)
    },
  )

  test('is one that is no stream', async () => {
    const answers = [
      { answer: empty(204), said: 'status 204 and no content type' },
      { answer: empty(), said: 'status 200 and no content type' },
      {
        answer: json({}),
        said: 'status 200 and the content type application/json',
      },
      {
        answer: text('<html>'),
        said: 'status 200 and the content type text/plain',
      },
    ]
    for (const { answer, said } of answers) {
      server.answerWith(answer)
      const error = await follow(1).catch((reason: unknown) => reason)
      expect(error).toBeInstanceOf(NoLiveStreamError)
      expect(error).toMatchObject({
        message: `The gateway at ${server.url} has no live stream: it answered with ${said}.`,
      })
      expect(server.requests).toHaveLength(1)
    }
  })

  test('is a redirect', async () => {
    server.answerWith((response) => {
      response.writeHead(302, { location: 'https://elsewhere.example/' })
      response.end()
    })
    await expect(follow(1)).rejects.toMatchObject({ status: 302 })
  })

  test('is an error without end', async () => {
    server.answerWith(endless(500))
    const client = createClient({
      baseUrl: server.url,
      maximumBytes: 256 * 1024,
    })
    const stream = followLive(client, {
      safes: [...safes],
      signal: AbortSignal.timeout(5000),
    })
    await expect(stream.next()).rejects.toThrow(ResponseTooLargeError)
  })
})

test('takes a stream whose type names its encoding', async () => {
  server.answerWith((response) => {
    response.writeHead(200, {
      'content-type': 'Text/Event-Stream; charset=utf-8',
    })
    response.write(event('hello', 1))
  })
  expect((await follow(1)).events).toHaveLength(1)
})

test.each(['a\nb', 'a\r\nx-evil: 1', '€', '\u0000', ' ', 'x'.repeat(257)])(
  'refuses to resume after %j, which no header can carry',
  async (lastEventId) => {
    server.answerWith((response) => open(response, event('hello', 1)))
    const error = await follow(1, { lastEventId }).catch(
      (reason: unknown) => reason,
    )
    expect(error).toBeInstanceOf(RequestSchemaError)
    expect(error).toMatchObject({ path: 'lastEventId' })
    expect(server.requests).toEqual([])
  },
)

test('begins at the present when the last id is empty', async () => {
  server.answerWith((response) => open(response, event('hello', 1)))
  await follow(1, { lastEventId: '' })
  expect(sentIds()).toEqual([undefined])
})

test.each([{ silence: Number.NaN }, { silence: 0 }, { stableTime: -1 }])(
  'refuses the limit %j',
  async (limit) => {
    await expect(follow(1, limit)).rejects.toThrow(InvalidLimitError)
  },
)

describe('once aborted', () => {
  test('hands on nothing more of what had already come', async () => {
    server.answerWith((response) =>
      open(response, event('safe', 1) + event('safe', 2) + event('safe', 3)),
    )
    expect((await follow(1)).events).toMatchObject([{ id: '1' }])
  })

  test('ends at once while it waits for the server or for its turn', async () => {
    for (const answer of [silent(), json({}, 503)]) {
      server.answerWith(answer)
      const signal = AbortSignal.timeout(60)
      expect((await follow(1, { signal })).events).toEqual([])
    }
  })

  test('asks for nothing', async () => {
    server.answerWith((response) => open(response, event('hello', 1)))
    const { events } = await follow(1, { signal: AbortSignal.abort() })
    expect(events).toEqual([])
    expect(server.requests).toEqual([])
  })
})

test('goes on when a listener throws', async () => {
  server.answerWith((response, attempt) => {
    if (attempt === 1) return json({}, 503)(response, attempt)
    open(response, event('safe', 1, { safe: 1 }), event('safe', 2))
  })
  const fail = () => {
    throw new Error('of the listener')
  }
  const { events } = await follow(1, { onFailure: fail, onSkipped: fail })
  expect(events).toMatchObject([{ id: '2' }])
})

test('hands on only events of the shape, whatever the stream holds', async () => {
  const line = fc.oneof(
    fc.constantFrom('event: safe', 'event: queue', 'id: 7', '', '', 'data'),
    fc
      .jsonValue({ maxDepth: 2 })
      .map((value) => `data: ${JSON.stringify(value)}`),
    fc.constant(`data: ${JSON.stringify({ chainId: '1', safe, block: 1 })}`),
    fc.string(),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(line, { maxLength: 40 }), async (lines) => {
      server.answerWith((response) =>
        open(response, `${lines.join('\n')}\n\n\n`, event('reset', 99)),
      )
      const stream = followLive(createClient({ baseUrl: server.url }), {
        safes: [...safes],
        signal: AbortSignal.timeout(5000),
        onFailure: ({ error }) => expect.unreachable(error.message),
      })
      for await (const { name, id, ...data } of stream) {
        expect(z.safeEncode(liveEventData, data).success).toBe(true)
        if (name === 'reset' && id === '99') break
      }
    }),
    { numRuns: 100 },
  )
})

test('survives a stream of noise', async () => {
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 2000 }), async (bytes) => {
      server.answerWith((response) => {
        open(response)
        response.end(Buffer.from(bytes))
      })
      const controller = new AbortController()
      const stream = followLive(createClient({ baseUrl: server.url }), {
        safes: [...safes],
        signal: controller.signal,
        onFailure: ({ error }) => {
          expect(error).toBeInstanceOf(GatewayError)
          controller.abort()
        },
      })
      for await (const _ of stream) expect.unreachable('noise is no event')
      expect(controller.signal.aborted).toBe(true)
    }),
    { numRuns: 50 },
  )
})

test('refuses more safes than a stream carries', async () => {
  const client = createClient({ baseUrl: server.url })
  const stream = followLive(client, {
    safes: Array.from({ length: 51 }, () => safes[0]),
    signal: AbortSignal.timeout(1000),
  })
  await expect(stream.next()).rejects.toThrow(RequestSchemaError)
})

test('refuses to follow no safe at all', async () => {
  await expect(follow(1, { safes: [] })).rejects.toThrow(RequestSchemaError)
})

test('is the only way to read the stream', async () => {
  server.answerWith((response) => open(response, event('hello', 1)))
  const client = createClient({ baseUrl: server.url })
  const calling = call(client, getLive, { query: { safes: [...safes] } })
  await expect(calling).rejects.toThrow(StreamCallError)
  expect(server.requests).toEqual([])
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
