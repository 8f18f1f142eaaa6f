import { once } from 'node:events'
import { createServer } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  type Answer,
  empty,
  json,
  type RecordingServer,
  silent,
  startRecordingServer,
  text,
} from '../testing/recordingServer.js'
import { messageHash, safe, samples, signature } from '../testing/samples.js'
import vectors from '../vectors/errors.json' with { type: 'json' }
import { call, createClient, type FailedAttempt } from './createClient.js'
import { getAbout } from './endpoints/about.js'
import { getAuthNonce, logOut } from './endpoints/auth.js'
import { getChains } from './endpoints/chains.js'
import { decodeData } from './endpoints/dataDecoder.js'
import { signMessage } from './endpoints/messages.js'
import { getSafe } from './endpoints/safes.js'
import {
  deleteTransaction,
  proposeTransaction,
} from './endpoints/transactions.js'
import {
  ForeignPageLinkError,
  GatewayReplyError,
  GatewayTimeoutError,
  GatewayUnreachableError,
  InvalidBaseUrlError,
  InvalidContentError,
  InvalidLimitError,
  RequestSchemaError,
  ResponseSchemaError,
} from './errors.js'

let server: RecordingServer
const clientOf = () => createClient({ baseUrl: server.url })
const about = samples.getAbout

beforeAll(async () => {
  server = await startRecordingServer()
})

afterAll(() => server.stop())

/** The first answers in order, then the last one for good. */
function inTurn(...answers: [Answer, ...Answer[]]): Answer {
  return (response, attempt) =>
    (answers[attempt - 1] ?? answers[answers.length - 1])?.(response, attempt)
}

async function caught(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => expect.unreachable('the call succeeded'),
    (error: unknown) => error,
  )
}

describe('the base address', () => {
  test('is that of the public gateway unless another is given', () => {
    expect(createClient().baseUrl).toBe('https://safe-client.safe.global')
  })

  test('may have a path, and loses its trailing slash', () => {
    expect(
      createClient({ baseUrl: 'https://example.org/gateway/' }).baseUrl,
    ).toBe('https://example.org/gateway')
  })

  test.each(['', 'gateway', 'ftp://example.org', 'https://a:b@example.org'])(
    'is refused when it is "%s"',
    (baseUrl) => {
      expect(() => createClient({ baseUrl })).toThrow(InvalidBaseUrlError)
    },
  )

  test('never shows the credentials it was refused for', () => {
    const create = () => createClient({ baseUrl: 'https://a:hush@example.org' })
    expect(create).toThrow(expect.not.stringContaining('hush'))
  })

  test('may be the origin of the page where there is one', () => {
    Object.assign(globalThis, { location: { href: 'https://app.example/x/y' } })
    try {
      expect(createClient({ baseUrl: '' }).baseUrl).toBe('https://app.example')
      expect(createClient({ baseUrl: '/api' }).baseUrl).toBe(
        'https://app.example/api',
      )
    } finally {
      Reflect.deleteProperty(globalThis, 'location')
    }
  })
})

describe('errors', () => {
  test.each(vectors)('reads $status $body', async (vector) => {
    server.answerWith(json(vector.body, vector.status))
    const error = await caught(call(clientOf(), getAbout, { retryLimit: 0 }))
    expect(error).toBeInstanceOf(GatewayReplyError)
    expect(error).toMatchObject({
      status: vector.status,
      message: vector.message,
      reason: vector.reason,
    })
  })

  test.each([{}, [], 'text', 7, null, { code: {}, message: [] }])(
    'falls back to the status text when the body is %j',
    async (body) => {
      server.answerWith(json(body, 404))
      const error = await caught(call(clientOf(), getAbout))
      expect(error).toMatchObject({ message: 'Not Found', code: null })
    },
  )

  test('says the status where there is no status text', async () => {
    server.answerWith((response) => {
      response.writeHead(404, ' ')
      response.end()
    })
    const error = await caught(call(clientOf(), getAbout))
    expect(error).toMatchObject({ message: 'HTTP status 404' })
  })

  test('says the status text of an error without content', async () => {
    server.answerWith(empty(403))
    const error = await caught(call(clientOf(), getAbout))
    expect(error).toMatchObject({ message: 'Forbidden', status: 403 })
  })

  test('names content that is not JSON by the status text', async () => {
    server.answerWith(text('Rate limit reached', 429))
    const error = await caught(call(clientOf(), getAbout, { retryLimit: 0 }))
    expect(error).toBeInstanceOf(InvalidContentError)
    expect(error).toMatchObject({
      message: 'Invalid response content: Too Many Requests',
      status: 429,
    })
  })

  test('does not follow a redirect to where it was not sent', async () => {
    server.answerWith((response) => {
      response.writeHead(302, { location: 'https://elsewhere.example/' })
      response.end()
    })
    const error = await caught(call(clientOf(), getAbout))
    expect(error).toMatchObject({ status: 302, message: 'Found' })
  })

  test('takes an empty chunked answer for an empty one', async () => {
    server.answerWith((response) => {
      response.writeHead(200, { 'transfer-encoding': 'chunked' })
      response.end()
    })
    await expect(call(clientOf(), logOut)).resolves.toBeUndefined()
  })

  test('reports an answer nested too deep as one it cannot read', async () => {
    const depth = 20_000
    const value = `${'['.repeat(depth)}${']'.repeat(depth)}`
    server.answerWith((response) =>
      response.end(
        `{"method":"m","accuracy":"FULL_MATCH","parameters":[{"name":"","type":"t","value":${value}}]}`,
      ),
    )
    const decoding = call(clientOf(), decodeData, {
      params: { chainId: 1 },
      body: { data: '0x' },
    })
    expect(await caught(decoding)).toBeInstanceOf(ResponseSchemaError)
  })
})

describe('what goes into a request', () => {
  test('a body that is text already is sent as it is', async () => {
    server.answerWith(empty())
    await call(clientOf(), signMessage, {
      params: { chainId: 1, message_hash: messageHash },
      body: '{"signature": "as it is"}',
    })
    expect(server.requests[0]?.body).toBe('{"signature": "as it is"}')
    expect(server.requests[0]?.headers['content-type']).toBe('application/json')
  })

  test('addresses are checksummed, whatever their case was', async () => {
    server.answerWith(json(samples.getSafe))
    const lowerCase = safe.toLowerCase() as typeof safe
    await call(clientOf(), getSafe, {
      params: { chainId: 1, address: lowerCase },
    })
    expect(server.requests[0]?.line).toBe(`GET /v1/chains/1/safes/${safe}`)
  })

  test('a malformed parameter is refused before anything is sent', async () => {
    server.answerWith(json(samples.getSafe))
    const error = await caught(
      call(clientOf(), getSafe, { params: { chainId: 1, address: '0x12' } }),
    )
    expect(error).toBeInstanceOf(RequestSchemaError)
    expect(error).toMatchObject({
      path: 'params.address',
      message:
        'The request GET /v1/chains/{chainId}/safes/{address} is malformed at params.address: Invalid address.',
    })
    expect(server.requests).toEqual([])
  })
})

describe('page links', () => {
  const page = { next: null, previous: null, results: [] }

  test('are followed verbatim', async () => {
    server.answerWith(json(page))
    const target = '/v1/chains/?x=%20&cursor=limit%3d2%26offset%3D2#top'
    await call(clientOf(), getChains, { pageUrl: `${server.url}${target}` })
    expect(server.requests[0]?.line).toBe(
      'GET /v1/chains/?x=%20&cursor=limit%3d2%26offset%3D2',
    )
  })

  test.each([
    'https://elsewhere.example/v1/chains?cursor=x',
    '//elsewhere.example/v1/chains',
    '/v1/chains?cursor=x',
    '',
    'javascript:alert(1)',
    'data:application/json,{}',
    'file:///etc/passwd',
  ])('are refused when they lead elsewhere: "%s"', async (pageUrl) => {
    server.answerWith(json(page))
    const error = await caught(call(clientOf(), getChains, { pageUrl }))
    expect(error).toBeInstanceOf(ForeignPageLinkError)
    expect(server.requests).toEqual([])
  })

  test('are refused with another port, scheme or credentials', async () => {
    const { host, hostname, port } = new URL(server.url)
    const links = [
      `http://${hostname}:${Number(port) - 1}/v1/chains`,
      `https://${host}/v1/chains`,
      `http://user:word@${host}/v1/chains`,
      `http://${host}@elsewhere.example/v1/chains`,
      `http://${host}.elsewhere.example/v1/chains`,
    ]
    for (const pageUrl of links)
      expect(
        await caught(call(clientOf(), getChains, { pageUrl })),
      ).toBeInstanceOf(ForeignPageLinkError)
  })
})

describe('repeating', () => {
  const proposal = {
    params: { chainId: 1, safe_address: safe },
    body: '{}',
  } as const

  test.each([429, 500, 502, 503])(
    'a call is repeated after %i and then succeeds',
    async (status) => {
      const said = { statusCode: status, message: 'Said by the gateway.' }
      server.answerWith(
        inTurn(json({}, status), json(said, status), json(about)),
      )
      await expect(call(clientOf(), getAbout)).resolves.toEqual(about)
      expect(server.requests).toHaveLength(3)
    },
  )

  test.each([400, 401, 403, 404, 422, 451])(
    'a call is not repeated after %i',
    async (status) => {
      server.answerWith(json({}, status))
      await caught(call(clientOf(), getAbout))
      expect(server.requests).toHaveLength(1)
    },
  )

  test('a connection that breaks is tried again', async () => {
    server.answerWith(inTurn((response) => response.destroy(), json(about)))
    await expect(call(clientOf(), getAbout)).resolves.toEqual(about)
    expect(server.requests).toHaveLength(2)
  })

  test('each failure is told before the next attempt', async () => {
    server.answerWith(inTurn(json({}, 500), text('<html>', 502), json(about)))
    const attempts: FailedAttempt[] = []
    await call(clientOf(), getAbout, {
      onAttempt: (attempt) => attempts.push(attempt),
    })
    expect(attempts).toMatchObject([
      { failures: 1, endpoint: getAbout, error: { status: 500 } },
      { failures: 2, endpoint: getAbout, error: { status: 502 } },
    ])
    expect(attempts[0]?.delay).toBeLessThanOrEqual(250)
    expect(attempts[1]?.delay).toBeLessThanOrEqual(500)
  })

  test.each([429, 422])(
    'Retry-After is waited for with status %i',
    async (status) => {
      const busy: Answer = (response) => {
        response.writeHead(status, { 'retry-after': '1' })
        response.end()
      }
      server.answerWith(inTurn(busy, json(about)))
      const attempts: FailedAttempt[] = []
      await call(clientOf(), getAbout, {
        onAttempt: (attempt) => attempts.push(attempt),
      })
      expect(attempts[0]?.delay).toBe(1000)
    },
  )

  test('Retry-After may be a date', async () => {
    const busy: Answer = (response) => {
      const date = new Date(Date.now() + 2000)
      response.writeHead(503, { 'retry-after': date.toUTCString() })
      response.end()
    }
    server.answerWith(inTurn(busy, json(about)))
    const attempts: FailedAttempt[] = []
    await call(clientOf(), getAbout, {
      onAttempt: (attempt) => attempts.push(attempt),
    })
    // The header knows no fractions of a second.
    expect(attempts[0]?.delay).toBeGreaterThan(300)
  })

  test.each(['3600', '12345678901', 'Fri, 31 Dec 9999 23:59:59 GMT'])(
    'a wait beyond the time left is not begun: %s',
    async (header) => {
      server.answerWith((response) => {
        response.writeHead(503, { 'retry-after': header })
        response.end()
      })
      const error = await caught(call(clientOf(), getAbout))
      expect(error).toMatchObject({ status: 503 })
      expect(server.requests).toHaveLength(1)
    },
  )

  test('the number of repetitions can be lowered', async () => {
    server.answerWith(json({}, 500))
    await caught(call(clientOf(), getAbout, { retryLimit: 1 }))
    expect(server.requests).toHaveLength(2)
  })

  test.each([Number.NaN, -1, 1.5, Number.POSITIVE_INFINITY, '3', null])(
    'the number of repetitions cannot be %s',
    async (given) => {
      server.answerWith(json({}, 500))
      const retryLimit = given as number
      expect(() => createClient({ retryLimit })).toThrow(InvalidLimitError)
      if (given === null) return
      const error = await caught(call(clientOf(), getAbout, { retryLimit }))
      expect(error).toEqual(
        new InvalidLimitError('retryLimit', {
          value: given,
          expected: 'a whole number from 0',
        }),
      )
      expect(server.requests).toEqual([])
    },
  )

  test.each([Number.NaN, -1, 0])(
    'neither the time nor the size limit can be %s',
    async (limit) => {
      for (const limits of [{ timeout: limit }, { maximumBytes: limit }])
        expect(() => createClient(limits)).toThrow(InvalidLimitError)
      const calling = call(clientOf(), getAbout, { timeout: limit })
      expect(await caught(calling)).toMatchObject({
        message: `The timeout must be above 0, but it is ${limit}.`,
      })
    },
  )

  test('a call without a time limit is still answered', async () => {
    server.answerWith(inTurn(json({}, 500), json(about)))
    const timeout = Number.POSITIVE_INFINITY
    await expect(call(clientOf(), getAbout, { timeout })).resolves.toEqual(
      about,
    )
  })

  test('a listener that throws changes nothing', async () => {
    const listeners = [
      () => {
        throw new Error('of the listener')
      },
      () => Promise.reject(new Error('of the listener')),
    ]
    for (const onAttempt of listeners) {
      server.answerWith(inTurn(json({}, 500), json(about)))
      await expect(call(clientOf(), getAbout, { onAttempt })).resolves.toEqual(
        about,
      )
    }
  })

  test('what a listener throws is reported where a page hears of it', async () => {
    const heard: unknown[] = []
    Object.assign(globalThis, {
      reportError: (error: unknown) => heard.push(error),
    })
    try {
      server.answerWith(inTurn(json({}, 500), json(about)))
      await call(clientOf(), getAbout, {
        onAttempt: () => {
          throw new Error('of the listener')
        },
      })
      expect(heard).toEqual([new Error('of the listener')])
    } finally {
      Reflect.deleteProperty(globalThis, 'reportError')
    }
  })

  test('twelve repetitions and two minutes are the limits unless lowered', () => {
    expect(createClient()).toMatchObject({ retryLimit: 12, timeout: 120_000 })
  })

  test('a write that may be sent twice is repeated', async () => {
    server.answerWith(inTurn(json({}, 500), json(samples.proposeTransaction)))
    await call(clientOf(), proposeTransaction, proposal)
    expect(server.requests).toHaveLength(2)
  })

  test('a write that must not be sent twice is not', async () => {
    server.answerWith(json({}, 500))
    await caught(
      call(clientOf(), deleteTransaction, {
        params: { chainId: 1, safeTxHash: messageHash },
        body: { signature },
      }),
    )
    expect(server.requests).toHaveLength(1)
  })

  test('a server that is not there is unreachable', async () => {
    const closed = createServer().listen(0, '127.0.0.1')
    await once(closed, 'listening')
    const address = closed.address()
    closed.close()
    await once(closed, 'close')
    const port = typeof address === 'object' && address ? address.port : 0
    const baseUrl = `http://127.0.0.1:${port}`
    const error = await caught(
      call(createClient({ baseUrl }), getAbout, { retryLimit: 1 }),
    )
    expect(error).toEqual(new GatewayUnreachableError(baseUrl, {}))
    expect(error).toHaveProperty('cause', expect.any(TypeError))
  })
})

describe('ending early', () => {
  test('the time limit spans all repetitions', async () => {
    server.answerWith((response) => {
      response.writeHead(503, { 'retry-after': '2' })
      response.end()
    })
    const error = await caught(call(clientOf(), getAbout, { timeout: 3900 }))
    expect(error).toMatchObject({ status: 503 })
    expect(server.requests).toHaveLength(2)
  })

  test('a body that stalls runs into the time limit', async () => {
    server.answerWith((response) => {
      response.write('{"name":')
    })
    const error = await caught(call(clientOf(), getAbout, { timeout: 50 }))
    expect(error).toBeInstanceOf(GatewayTimeoutError)
  })

  test('the caller can abort while the answer is awaited', async () => {
    const controller = new AbortController()
    server.answerWith((response) => {
      response.writeHead(200)
      controller.abort(new Error('left the screen'))
    })
    const pending = call(clientOf(), getAbout, { signal: controller.signal })
    await expect(pending).rejects.toThrow('left the screen')
  })

  test('the caller can abort while a repetition is awaited', async () => {
    const controller = new AbortController()
    server.answerWith(json({}, 500))
    const pending = call(clientOf(), getAbout, {
      signal: controller.signal,
      onAttempt: () => controller.abort(),
    })
    await expect(pending).rejects.toThrow(
      expect.objectContaining({ name: 'AbortError' }),
    )
    expect(server.requests).toHaveLength(1)
  })

  test('a signal that aborted before sends nothing', async () => {
    server.answerWith(silent())
    const signal = AbortSignal.abort()
    await caught(call(clientOf(), getAuthNonce, { signal }))
    expect(server.requests).toEqual([])
  })
})
