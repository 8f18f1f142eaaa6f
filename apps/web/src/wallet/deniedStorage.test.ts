import { expect, test } from 'vitest'
import { replaceDeniedStorage } from './deniedStorage.js'

test('a page without storage gets one that lasts as long as it', () => {
  const target = Object.defineProperty({}, 'localStorage', {
    configurable: true,
    get: () => {
      throw new DOMException('Access is denied.', 'SecurityError')
    },
  }) as unknown as Window
  replaceDeniedStorage(target)
  const { localStorage } = target
  localStorage.setItem('a', '1')
  expect(localStorage.getItem('a')).toBe('1')
  expect([localStorage.length, localStorage.key(0)]).toEqual([1, 'a'])
  localStorage.removeItem('a')
  expect(localStorage.getItem('a')).toBeNull()
})

test('a storage that works stays', () => {
  const before = window.localStorage
  replaceDeniedStorage(window)
  expect(window.localStorage).toBe(before)
})
