import { expect, test } from 'vitest'
import { formatAddress } from './formatAddress.js'

test('keeps both ends of an address', () => {
  const address = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
  expect(formatAddress(address)).toBe('0xf39Fd6e5…fFb92266')
  expect(formatAddress(address, { digits: 4 })).toBe('0xf39F…2266')
})
