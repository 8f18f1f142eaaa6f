import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import {
  allServiceEndpoints,
  confirmServiceTransaction,
  estimateServiceTransaction,
  getServiceSafe,
  getServiceTransaction,
  proposeServiceTransaction,
  type ServiceEndpoint,
} from '@covault/api/transaction-service'
import { describe, expect, test } from 'vitest'
import { NoNodeError } from '../chain/rpcErrors.js'
import {
  InputFailure,
  NotFoundFailure,
  RuleFailure,
  StorageFailure,
} from '../failures.js'
import { describeRefusal, refusalForms } from './refusals.js'

const source = fileURLToPath(new URL('..', import.meta.url))

/** Signing in, names and comments are no part of this API. */
const foreign = ['signIn.ts', 'changeNames.ts', 'writeComment.ts']

type Refusal = { place: string; status: number | undefined }

/** Everything that a command refuses with, as its source has it. */
function listRefusals(): Refusal[] {
  const commands = readdirSync(join(source, 'commands'))
    .filter((file) => !file.endsWith('.test.ts') && !foreign.includes(file))
    .map((file) => join('commands', file))
  return [...commands, 'allowances.ts'].flatMap((file) => {
    const text = readFileSync(join(source, file), 'utf8')
    const found = text.matchAll(/new (\w*Failure)\(/g)
    return [...found].map(({ index, 1: name = '' }) => {
      const given = readArguments(text, index + `new ${name}(`.length)
      const line = text.slice(0, index).split('\n').length
      return { place: `${file}:${line}`, status: readStatus(name, given) }
    })
  })
}

function readArguments(text: string, start: number): string {
  let depth = 1
  let end = start
  while (depth > 0 && end < text.length) {
    if (text[end] === '(') depth++
    if (text[end] === ')') depth--
    end++
  }
  return text.slice(start, end - 1)
}

function readStatus(name: string, given: string): number | undefined {
  if (name === 'NotFoundFailure') return 404
  if (name === 'StorageFailure') return Number(/^\s*(\d+)/.exec(given)?.[1])
  if (name === 'RuleFailure')
    return Number(/\bstatus: (\d+)/.exec(given)?.[1] ?? 422)
  return undefined
}

test('every refusal of a command has a form here', () => {
  const refusals = listRefusals()
  expect(refusals.length).toBeGreaterThan(40)
  const unknown = refusals.filter(
    ({ status }) => status === undefined || !(status in refusalForms),
  )
  expect(unknown).toEqual([])
})

/** What clients look for, in this order. */
const keys = ['detail', 'message', 'nonFieldErrors', 'exception']

const endpoints: ServiceEndpoint[] = Object.values(allServiceEndpoints).flatMap(
  (group) => Object.values(group),
)

test('every form has a key that clients read, or no body', () => {
  for (const endpoint of endpoints)
    for (const status of Object.keys(refusalForms).map(Number))
      for (const error of [
        new StorageFailure(status, 'It is so.'),
        new RuleFailure('It is so.', { status }),
      ]) {
        const answer = describeRefusal(error, endpoint)
        const isQuiet = answer.status === 404 && answer.body === undefined
        const named = Object.keys(answer.body ?? {})
        expect(isQuiet || named.some((key) => keys.includes(key))).toBe(true)
        expect(answer.status).toBeLessThan(status === 503 ? 504 : 500)
      }
})

describe('in the words of this API', () => {
  test('a gateway that is busy does not blame the network', () => {
    const busy = new RuleFailure('The gateway is busy.', { status: 503 })
    expect(describeRefusal(busy, proposeServiceTransaction)).toEqual({
      status: 503,
      body: { detail: 'The gateway is busy.' },
      retryAfter: 1,
    })
  })

  test('a broken rule has the status of its call', () => {
    const rule = new RuleFailure('Invalid signature')
    expect(describeRefusal(rule, proposeServiceTransaction)).toEqual({
      status: 422,
      body: { nonFieldErrors: ['Invalid signature'] },
    })
    expect(describeRefusal(rule, confirmServiceTransaction)).toEqual({
      status: 400,
      body: { nonFieldErrors: ['Invalid signature'] },
    })
  })

  test('what is missing is told where it was asked for by its hash', () => {
    const missing = new NotFoundFailure()
    expect(describeRefusal(missing, getServiceSafe)).toEqual({
      status: 404,
      body: undefined,
    })
    expect(describeRefusal(missing, getServiceTransaction)).toEqual({
      status: 404,
      body: { detail: expect.any(String) },
    })
    expect(describeRefusal(missing, proposeServiceTransaction)).toEqual({
      status: 422,
      body: { nonFieldErrors: [expect.stringContaining('not indexed')] },
    })
  })

  test('nodes that do not answer, and gas that cannot be told, have numbers', () => {
    const cause = new NoNodeError({ reason: 'No node.', retryAfterMs: 1 })
    const unread = new StorageFailure(422, 'Cannot get Safe info', { cause })
    expect(describeRefusal(unread, getServiceSafe)).toEqual({
      status: 422,
      body: { code: 50, message: 'Cannot get Safe info', arguments: [] },
    })
    const gas = new StorageFailure(422, 'Gas estimation failed')
    expect(describeRefusal(gas, estimateServiceTransaction)).toEqual({
      status: 422,
      body: { code: 30, message: 'Gas estimation failed', arguments: [] },
    })
    expect(describeRefusal(cause, getServiceSafe)).toMatchObject({
      status: 503,
      body: { exception: expect.any(String) },
      retryAfter: 1,
    })
  })

  test('a limit says when it ends', () => {
    const limit = new RuleFailure('Rate limit reached', {
      status: 429,
      retryAfter: 7,
    })
    expect(describeRefusal(limit, proposeServiceTransaction)).toEqual({
      status: 429,
      body: { detail: 'Rate limit reached' },
      retryAfter: 7,
    })
  })

  test('what cannot be read is told by its field', () => {
    const issue = { code: 'custom', path: ['to'], message: 'Not so.' }
    expect(
      describeRefusal(new InputFailure(issue), proposeServiceTransaction),
    ).toEqual({ status: 422, body: { to: ['Not so.'] } })
  })

  test('our own faults say nothing of themselves', () => {
    expect(
      describeRefusal(new Error('https://key@node'), getServiceSafe),
    ).toEqual({
      status: 500,
      body: { detail: 'Internal server error' },
    })
  })
})
