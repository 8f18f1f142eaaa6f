import { expect, test } from 'vitest'
import { compareLookAlike, findLookAlikes } from './lookAlike.js'

const known = '0xabcd56789abcdef0123456789abcdef012341234'

function imitate(leading: number, trailing: number) {
  const digits = known.slice(2)
  const middle = [...digits.slice(leading, 40 - trailing)].map((digit) =>
    digit === 'f' ? '0' : 'f',
  )
  return `0x${digits.slice(0, leading)}${middle.join('')}${digits.slice(40 - trailing)}` as const
}

test.each([
  [4, 4, 'danger'],
  [5, 4, 'danger'],
  [6, 0, 'warning'],
  [0, 6, 'warning'],
  [6, 3, 'warning'],
  [5, 3, undefined],
  [3, 5, undefined],
  [0, 0, undefined],
])(
  '%i leading and %i trailing equal digits: %s',
  (leading, trailing, severity) => {
    const found = compareLookAlike(imitate(leading, trailing), known)
    expect(found?.severity).toBe(severity)
    if (found) expect(found).toMatchObject({ leading, trailing })
  },
)

test('does not take an address for an imitation of itself', () => {
  expect(
    compareLookAlike(`0x${known.slice(2).toUpperCase()}`, known),
  ).toBeUndefined()
})

test('lists the closest known address first', () => {
  const address = imitate(5, 5)
  const further = imitate(6, 0)
  const found = findLookAlikes(address, [further, known, address])
  expect(found.map((lookAlike) => lookAlike.known)).toEqual([known])
  expect(
    findLookAlikes(known, [imitate(4, 4), imitate(8, 8)])[0],
  ).toMatchObject({ leading: 8, trailing: 8, severity: 'danger' })
})

test('lists a danger before a warning, however many digits are equal', () => {
  const found = findLookAlikes('0x1234567890123456789012345678901234567890', [
    '0x1234567890123456789fffffffffffffffff0000',
    '0x1234ffffffffffffffffffffffffffffffff7890',
  ])
  expect(found.map(({ severity }) => severity)).toEqual(['danger', 'warning'])
})
