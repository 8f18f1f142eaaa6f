import { describe, expect, test } from 'vitest'
import { toForeignText } from './foreignText.js'

describe('names chosen by others', () => {
  test('honest ones stay as they are', () => {
    for (const name of ['USD Coin', 'Éther', '日本円', 'नमस्ते', '🦄 Unicorn'])
      expect(toForeignText(name)).toBe(name.normalize('NFC'))
  })

  test('markup is text', () => {
    const name = '<img src=x onerror=alert(1)></script>{{7*7}}'
    expect(toForeignText(name)).toBe(name)
  })

  test('what is not seen, or turns the direction, is marked', () => {
    expect(toForeignText('US\u200BDC')).toBe('US\uFFFDDC')
    expect(toForeignText('\u202Ecod\u202C.exe')).toBe('\uFFFDcod\uFFFD.exe')
    expect(toForeignText('A\u3164B\u2800C')).toBe('A\uFFFDB\uFFFDC')
    expect(toForeignText('A\u00ADB')).toBe('A\uFFFDB')
  })

  test('line breaks and long runs of spaces are one space', () => {
    expect(toForeignText('  a\n\n\tb \u00A0 c ')).toBe('a b c')
  })

  test('piled marks and endless names are cut', () => {
    expect(toForeignText(`Z${'\u0301'.repeat(50)}`).length).toBeLessThan(4)
    expect([...toForeignText('x'.repeat(5000))]).toHaveLength(80)
    expect(toForeignText('🦄'.repeat(200)).endsWith('🦄…')).toBe(true)
  })
})
