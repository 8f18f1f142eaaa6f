import { expect, test } from 'vitest'
import { provideBuffer } from './provideBuffer.js'

type Provided = {
  from: (
    value: unknown,
    second?: string | number,
    length?: number,
  ) => Uint8Array & {
    toString: (encoding?: string) => string
  }
}
const scope: { Buffer?: Provided } = {}
provideBuffer(scope)
const ours = scope.Buffer

test.each(['', 'ab', 'grüße', '{"a":"\u{1F600}"}'])(
  'does as Node with %j',
  (text) => {
    for (const encoding of ['base64', 'hex', 'utf-8'] as const)
      expect(ours?.from(text).toString(encoding)).toBe(
        Buffer.from(text).toString(encoding),
      )
    for (const form of ['base64', 'base64url'] as const) {
      const encoded = Buffer.from(text).toString(form)
      expect([...(ours?.from(encoded, 'base64') ?? [])]).toEqual([
        ...Buffer.from(encoded, 'base64'),
      ])
    }
  },
)

test('reads a part of a larger store', () => {
  const { buffer } = new TextEncoder().encode('some words')
  expect(ours?.from(buffer, 5, 4).toString()).toBe('word')
})

test('leaves alone what is there', () => {
  const there = { Buffer: 1 }
  provideBuffer(there)
  expect(there.Buffer).toBe(1)
})
