import fc from 'fast-check'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { cursor, page } from './page.js'

const firstPage = { limit: 20, offset: 0, after: null }

test.each([
  ['limit=50&offset=100', { limit: 50, offset: 100, after: null }],
  ['limit=5&offset=10&after=a%26b', { limit: 5, offset: 10, after: 'a&b' }],
  ['limit=7', { ...firstPage, limit: 7 }],
  ['offset=7', { ...firstPage, offset: 7 }],
  ['', firstPage],
  ['limit=0', firstPage],
  ['limit=-1&offset=-1', firstPage],
  ['limit=1e9&offset=0x10', firstPage],
  ['limit=ten&offset=', firstPage],
  ['limit=99999999999999999999', firstPage],
  ['%%%', firstPage],
])('reads the cursor "%s"', (text, expected) => {
  expect(z.decode(cursor, text)).toEqual(expected)
})

test('no text at all makes a cursor an error', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(z.safeDecode(cursor, text).success).toBe(true)
    }),
  )
})

test('a cursor round-trips, whatever its key', () => {
  const places = fc.record({
    limit: fc.integer({ min: 1 }),
    offset: fc.nat(),
    after: fc.option(fc.string({ minLength: 1 })),
  })
  fc.assert(
    fc.property(places, (place) => {
      expect(z.decode(cursor, z.encode(cursor, place))).toEqual(place)
    }),
  )
})

test('a page may lack its count and its links', () => {
  expect(z.parse(page(z.number()), { results: [1] })).toEqual({
    next: null,
    previous: null,
    results: [1],
  })
  expect(
    z.parse(page(z.number()), { count: null, next: 'x', results: [] }),
  ).toEqual({ count: null, next: 'x', previous: null, results: [] })
})
