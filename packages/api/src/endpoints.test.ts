import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { callCases } from '../testing/calls.js'
import {
  empty,
  endless,
  json,
  type RecordingServer,
  silent,
  startRecordingServer,
  text,
  trickling,
  truncated,
} from '../testing/recordingServer.js'
import { allEndpoints } from './allEndpoints.js'
import { isRecord, nothing } from './codecs.js'
import { createClient } from './createClient.js'
import {
  GatewayReplyError,
  GatewayTimeoutError,
  GatewayUnreachableError,
  InvalidContentError,
  ResponseSchemaError,
  ResponseTooLargeError,
} from './errors.js'

let server: RecordingServer
const clientOf = () => createClient({ baseUrl: server.url, retryLimit: 0 })

beforeAll(async () => {
  server = await startRecordingServer()
})

afterAll(() => server.stop())

test('every call has a case here, but for the stream, which has its own', () => {
  const names = Object.values(allEndpoints).flatMap((group) =>
    Object.keys(group),
  )
  expect(callCases.map(({ name }) => name).sort()).toEqual(
    names.filter((name) => name !== 'getLive').sort(),
  )
})

describe.each(callCases)('$name', ({ endpoint, make, line, body, answer }) => {
  const answersNothing = endpoint.response === nothing
  const good = answersNothing
    ? empty(endpoint.status)
    : json(answer, endpoint.status)

  test('sends exactly this request', async () => {
    server.answerWith(good)
    await make(clientOf())
    expect(server.requests.map((request) => request.line)).toEqual([line])
    const [request] = server.requests
    expect(request?.headers.accept).toBe('application/json')
    expect(request?.headers['content-type']).toBe(
      body === undefined ? undefined : 'application/json',
    )
    expect(request?.body).toBe(body === undefined ? '' : JSON.stringify(body))
  })

  test('reads a good answer, which can be written back as it was', async () => {
    server.answerWith(good)
    const result = await make(clientOf())
    expect(z.encode(endpoint.response, result)).toEqual(answer)
  })

  test('throws what the gateway says of an error', async () => {
    server.answerWith(json({ code: 404, message: 'An error occurred' }, 404))
    const error = await make(clientOf()).catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(GatewayReplyError)
    expect(error).toMatchObject({
      message: '404: An error occurred',
      status: 404,
      code: 404,
      reason: 'An error occurred',
    })
  })

  test('refuses content that is not JSON', async () => {
    server.answerWith(text('<html>'))
    await expect(make(clientOf())).rejects.toThrow(
      new InvalidContentError({ status: 200, statusText: 'OK' }),
    )
  })

  test('names the path of an answer in another shape', async () => {
    server.answerWith(json('unexpected'))
    const result = await make(clientOf()).catch((reason: unknown) => reason)
    if (answersNothing) return expect(result).toBeUndefined()
    expect(result).toBeInstanceOf(ResponseSchemaError)
    expect(result).toMatchObject({ path: '(root)' })
  })

  test('takes an empty answer only where nothing is to be read', async () => {
    server.answerWith(empty())
    const result = await make(clientOf()).catch((reason: unknown) => reason)
    if (answersNothing) return expect(result).toBeUndefined()
    expect(result).toBeInstanceOf(ResponseSchemaError)
  })

  test('reads an answer that comes slowly and in pieces', async () => {
    const wire = answersNothing ? undefined : withWideText(answer)
    const body = answersNothing ? ' "ignored"' : JSON.stringify(wire)
    server.answerWith(trickling(body, endpoint.status))
    const result = await make(clientOf())
    expect(z.encode(endpoint.response, result)).toEqual(wire)
  })

  test('gives up on an answer that does not come', async () => {
    server.answerWith(silent())
    await expect(make(clientOf(), { timeout: 20 })).rejects.toThrow(
      new GatewayTimeoutError(server.url, 20, {}),
    )
  })

  test('notices an answer that breaks off', async () => {
    server.answerWith(truncated(JSON.stringify(answer ?? {})))
    await expect(make(clientOf())).rejects.toThrow(GatewayUnreachableError)
  })

  test('stops reading an answer without end', async () => {
    server.answerWith(endless())
    const client = { ...clientOf(), maximumBytes: 256 * 1024 }
    await expect(make(client)).rejects.toThrow(
      new ResponseTooLargeError(server.url, 256 * 1024),
    )
  })
})

/** Names that take more than a byte a letter, so that pieces cut through. */
function withWideText(value: unknown, key = ''): unknown {
  if (Array.isArray(value)) return value.map((inner) => withWideText(inner))
  if (isRecord(value))
    return Object.fromEntries(
      Object.entries(value).map(([name, inner]) => [
        name,
        withWideText(inner, name),
      ]),
    )
  return key === 'name' && typeof value === 'string' ? '💥üß'.repeat(9) : value
}
