// @vitest-environment node
import { expect, test } from 'vitest'
import { toPattern } from './safeWallet.js'

test('a host is recognised by its whole origin', () => {
  const pattern = toPattern('https://host.example:8443')
  expect(pattern.test('https://host.example:8443')).toBe(true)
})

test.each([
  'https://host.example:8443.evil.test',
  'https://evil.test/https://host.example:8443',
  'https://hostXexample:8443',
  'http://host.example:8443',
  'https://host.example',
  'null',
  '',
])('"%s" is another one', (origin) => {
  expect(toPattern('https://host.example:8443').test(origin)).toBe(false)
})
