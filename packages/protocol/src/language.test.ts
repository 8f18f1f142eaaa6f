import { expect, test } from 'vitest'
import {
  listWords,
  nouns,
  writeCount,
  writeList,
  writeSome,
} from './language.js'

test('counts in real words, with digits in groups', () => {
  expect(writeCount(1, nouns.byte)).toBe('1 byte')
  expect(writeCount(0n, nouns.byte)).toBe('0 bytes')
  expect(writeCount(12_345, nouns.signature)).toBe('12,345 signatures')
  expect(writeCount(2n ** 64n, nouns.unit)).toBe(
    '18,446,744,073,709,551,616 units',
  )
})

test('writes lists as English does, and counts what is left out', () => {
  expect(writeList(['a'])).toBe('a')
  expect(writeList(['a', 'b'])).toBe('a and b')
  expect(writeList(['a', 'b', 'c'])).toBe('a, b, and c')
  expect(writeSome(['a', 'b', 'c', 'd', 'e'])).toBe('a, b, c, and 2 more')
})

test('keeps the parts of what it lists', () => {
  const party = '0x1111111111111111111111111111111111111111'
  expect(listWords([[{ party }, ' twice'], ['once']])).toEqual([
    { party },
    ' twice',
    ' and ',
    'once',
  ])
})
