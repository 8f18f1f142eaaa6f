import { expect, test } from 'vitest'
import { findDifference } from './findDifference.js'

const seen = { file: undefined, queue: undefined }

test('shows short values whole', () => {
  expect(findDifference('Salary', 'Rent')).toEqual({ from: 0, spelled: seen })
  expect(findDifference('Rent', 'Rental')).toEqual({ from: 0, spelled: seen })
})

test('begins a long text at the first character that differs', () => {
  const same = 'x'.repeat(30_000)
  const found = findDifference(`${same}a`, `${same}b and more`)
  expect(found).toEqual({ from: 30_000, spelled: seen })
  // One ends where the other goes on.
  expect(findDifference(same, `${same}b`)).toEqual(found)
})

test('begins calldata at the byte that differs', () => {
  const same = `0x${'ab'.repeat(400)}`
  expect(findDifference(`${same}1234`, `${same}1334`).from).toBe(same.length)
  expect(findDifference(`${same}12ff`, `${same}1234`).from).toBe(
    same.length + 2,
  )
})

test('does not cut a pair into halves', () => {
  const same = 'x'.repeat(200)
  expect(findDifference(`${same}😀`, `${same}😁`)).toEqual({
    from: 200,
    spelled: {
      file: 'Character 201 is U+1F600',
      queue: 'Character 201 is U+1F601',
    },
  })
})

test('spells out what cannot be told apart by sight', () => {
  expect(findDifference('Rent', 'Rent ').spelled).toEqual({
    file: undefined,
    queue: 'Character 5 is U+0020',
  })
  // Both are shown as one sign for something unseen.
  expect(findDifference('Rent\u202E', 'Rent\u202D').spelled).toEqual({
    file: 'Character 5 is U+202E',
    queue: 'Character 5 is U+202D',
  })
  // The second is Cyrillic.
  expect(findDifference('alice', '\u0430lice').spelled).toEqual({
    file: 'Character 1 is U+0061',
    queue: 'Character 1 is U+0430',
  })
})
