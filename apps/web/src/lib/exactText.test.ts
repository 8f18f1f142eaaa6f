import { describe, expect, test } from 'vitest'
import { toExactText } from './exactText.js'

describe('texts that are signed', () => {
  test('keep their spaces', () => {
    expect(toExactText('  a   b\tc ')).toBe('  a   b\tc ')
  })

  test('are marked where something is not seen', () => {
    expect(toExactText(' US\u200BDC\u202E')).toBe(' US\uFFFDDC\uFFFD')
    expect(toExactText(`Z${'\u0301'.repeat(50)}`).length).toBeLessThan(4)
  })

  test('stay on one line', () => {
    expect(toExactText('a\r\n\u2028 b')).toBe('a  b')
  })
})
