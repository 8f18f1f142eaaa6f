import { expect, test } from 'vitest'
import { keepLatest } from './keepLatest.js'

test('what was remembered first is forgotten first', () => {
  const kept = new Map<string, number>()
  for (const [key, value] of Object.entries({ a: 1, b: 2, c: 3 }))
    keepLatest(kept, { key, value, most: 3 })
  keepLatest(kept, { key: 'a', value: 4, most: 3 })
  keepLatest(kept, { key: 'd', value: 5, most: 3 })
  expect([...kept]).toEqual([
    ['c', 3],
    ['a', 4],
    ['d', 5],
  ])
})
