import { expect, test } from 'vitest'
import {
  isReplayable,
  isVersionAtLeast,
  parseSafeVersion,
  type SafeVersion,
  UnknownSafeVersionError,
} from './safeVersion.js'

test('reads versions with and without the L2 mark', () => {
  expect(parseSafeVersion('1.3.0')).toEqual({ version: '1.3.0', l2: false })
  expect(parseSafeVersion('1.4.1+L2')).toEqual({ version: '1.4.1', l2: true })
  expect(parseSafeVersion('v1.5.0')).toEqual({ version: '1.5.0', l2: false })
})

test.each(['', '1.3', '1.6.0', '1.3.0-rc', '1.3.0+', ' 1.3.0'])(
  'does not guess the rules of "%s"',
  (text) => {
    expect(parseSafeVersion(text)).toBeUndefined()
  },
)

test('compares versions', () => {
  expect(isVersionAtLeast('1.3.0', '1.3.0')).toBe(true)
  expect(isVersionAtLeast('1.2.0', '1.3.0')).toBe(false)
  expect(isReplayable('1.2.0')).toBe(true)
  expect(isReplayable('1.3.0')).toBe(false)
})

test.each(['1.3.0+L2', 'v1.4.1', '1.6.0', '', undefined, Symbol('1.3.0')])(
  'does not take the unparsed version %s for an old one',
  (version) => {
    expect(() => isReplayable(version as SafeVersion)).toThrow(
      UnknownSafeVersionError,
    )
  },
)
