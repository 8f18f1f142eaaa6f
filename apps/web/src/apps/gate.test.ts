import { expect, test } from 'vitest'
import { burst, createGate, largestMessage, perSecond } from './gate.js'

const frame = { name: 'the app' }
const sender = { window: frame, origin: 'https://app.example' }

const request = (fields: Record<string, unknown> = {}) => ({
  id: 'a1',
  method: 'getSafeInfo',
  params: undefined,
  env: { sdkVersion: '9.1.0' },
  ...fields,
})
const message = (data: unknown = request()) => ({
  source: frame as unknown,
  origin: sender.origin,
  data,
})
const judge = (
  event: Parameters<ReturnType<typeof createGate>['judge']>[0],
  from: Parameters<ReturnType<typeof createGate>['judge']>[1] = sender,
) => createGate(() => 0).judge(event, from)

test('a request of the app in its window counts', () => {
  expect(judge(message())).toEqual({
    kind: 'request',
    request: {
      id: 'a1',
      method: 'getSafeInfo',
      params: undefined,
      sdkVersion: '9.1.0',
    },
  })
})

test.each(['6.3.0', '7.11.0', '8.1.0', '9.1.0'])(
  'the SDK %s is understood',
  (sdkVersion) => {
    expect(judge(message(request({ env: { sdkVersion } }))).kind).toBe(
      'request',
    )
  },
)

test.each([
  ['another window', { ...message(), source: { name: 'sibling' } }],
  ['no window', { ...message(), source: null }],
  ['another origin in its window', { ...message(), origin: 'https://b.test' }],
  ['the null origin of a sandbox', { ...message(), origin: 'null' }],
  ['an empty origin', { ...message(), origin: '' }],
  [
    'an origin that begins like it',
    { ...message(), origin: 'https://app.example.evil.test' },
  ],
  ['the same host over http', { ...message(), origin: 'http://app.example' }],
  ['another port', { ...message(), origin: 'https://app.example:8443' }],
])('S66: a message from %s is ignored', (_, event) => {
  expect(judge(event)).toEqual({ kind: 'ignored' })
})

test('before the frame stands nobody is it', () => {
  const gone = { window: null, origin: sender.origin }
  expect(judge({ ...message(), source: null }, gone).kind).toBe('ignored')
})

test.each([
  ['nothing', undefined],
  ['null', null],
  ['a text', 'getSafeInfo'],
  ['a number', 7],
  ['a list', [request()]],
  ['no id', request({ id: undefined })],
  ['an empty id', request({ id: '' })],
  ['an id that is no text', request({ id: 7 })],
  ['a very long id', request({ id: 'x'.repeat(101) })],
  ['no method', request({ method: undefined })],
  ['a method that is an object', request({ method: {} })],
  ['no environment', request({ env: undefined })],
  ['a version that is no text', request({ env: { sdkVersion: 9 } })],
  ['a version that is none', request({ env: { sdkVersion: 'latest' } })],
])('%s is no request and gets no reply', (_, data) => {
  expect(judge({ ...message(), data })).toEqual({ kind: 'ignored' })
})

test('an older SDK is told that it is too old', () => {
  const old = judge(message(request({ env: { sdkVersion: '5.0.2' } })))
  expect(old).toMatchObject({
    kind: 'refused',
    reason: expect.stringContaining('5.0.2'),
  })
})

test.each([
  ['one long text', 'x'.repeat(10_000_000)],
  ['many short ones', Array.from({ length: 1_000_001 }, () => 'x')],
  ['long names', { ['x'.repeat(largestMessage + 1)]: 1 }],
  ['bytes', new Uint8Array(8)],
  ['one number', [1n << 8_000_000n]],
  ['one number below zero', -(1n << 256n)],
])('ten megabytes as %s are refused and not read', (_, params) => {
  expect(judge(message(request({ params })))).toMatchObject({
    kind: 'refused',
    request: { id: 'a1', params: undefined },
    reason: expect.stringContaining('too large'),
  })
})

test('what turns in circles ends', () => {
  const circle: Record<string, unknown> = {}
  circle.again = circle
  expect(judge(message(request({ params: circle }))).kind).toBe('refused')
})

test('a large message that is no request gets no reply', () => {
  const large = { id: 'x'.repeat(2_000_000), method: 'getSafeInfo' }
  expect(judge(message(large)).kind).toBe('ignored')
})

test('of a thousand in a second no more than allowed are answered', () => {
  let time = 0
  const gate = createGate(() => time)
  const kinds = Array.from({ length: 1000 }, () => {
    time += 1
    return gate.judge(message(), sender).kind
  })
  const answered = kinds.filter((kind) => kind === 'request').length
  expect(answered).toBeLessThanOrEqual(burst + perSecond)
  expect(answered).toBeGreaterThanOrEqual(burst)
  expect(new Set(kinds)).toEqual(new Set(['request', 'refused']))
  time += 10_000
  expect(gate.judge(message(), sender).kind).toBe('request')
})

test('noise of others does not use up what the app may ask', () => {
  const gate = createGate(() => 0)
  for (let i = 0; i < 1000; i += 1)
    gate.judge({ ...message(), source: {} }, sender)
  expect(gate.judge(message(), sender).kind).toBe('request')
})
