import fc from 'fast-check'
import { expect, test } from 'vitest'
import { toVisibleText } from './visibleText.js'

test.each([
  ['Hangul fillers', '\u3164\u115f\u1160\uffa0'],
  ['a braille blank', '\u2800'],
  ['a grapheme joiner', '\u034f'],
  ['direction marks', '\u202e\u2066\u200f'],
  ['zero width characters', '\u200b\u200d\ufeff\u2060'],
  ['variation selectors and tags', '\ufe0f\u{e0100}\u{e0041}'],
  ['half of a surrogate pair', '\ud83d'],
  ['spaces and line breaks', ' \n\t\u00a0\u2028'],
])('drops %s', (_, characters) => {
  expect(toVisibleText(characters)).toBe('')
  expect(toVisibleText(`U${characters}S${characters}D`)).toBe('USD')
})

test('drops marks that are piled upon a letter, but no letter', () => {
  expect(toVisibleText(`e\u0301${'\u0332'.repeat(40)}`)).toBe('\u00e9')
  expect(toVisibleText('USD₮0')).toBe('USD₮0')
})

test('cuts between characters', () => {
  expect(toVisibleText('\u{1f600}'.repeat(30))).toBe('\u{1f600}'.repeat(20))
})

test('is empty for what is no text', () => {
  for (const value of [null, undefined, 5, {}])
    expect(toVisibleText(value)).toBe('')
})

test('leaves nothing hidden in any text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const visible = toVisibleText(text)
      expect(visible).toMatch(/^[^\p{C}\p{Z}\p{DI}\u2800]*$/u)
    }),
  )
})
