import type { Address } from 'viem'
import { expect, test } from 'vitest'
import {
  ChainPrefixMismatchError,
  formatPrefixedAddress,
  getChecksumState,
  parseAddressOnChain,
  parsePrefixedAddress,
  WrongChecksumError,
} from './prefixedAddress.js'
import { InvalidAddressError } from './word.js'

const address = '0xA2c0717EADC654eE59637e39CfEfCB4cA3764829'
const lower = '0xa2c0717eadc654ee59637e39cfefcb4ca3764829'

test('reads an address with and without prefix', () => {
  expect(parsePrefixedAddress(` eth:${address}\n`)).toEqual({
    shortName: 'eth',
    address,
  })
  expect(parsePrefixedAddress(address)).toEqual({
    shortName: undefined,
    address,
  })
})

test('takes an address in one letter case and adds the checksum', () => {
  expect(parsePrefixedAddress(lower).address).toBe(address)
  expect(
    parsePrefixedAddress(`0x${lower.slice(2).toUpperCase()}`).address,
  ).toBe(address)
})

test('refuses a wrong checksum', () => {
  expect(() => parsePrefixedAddress(address.replace('A2c', 'a2c'))).toThrow(
    WrongChecksumError,
  )
})

test.each([
  '',
  '0x',
  address.slice(0, -1),
  `${address}0`,
  `0X${address.slice(2)}`,
  address.slice(2),
  `eth:eth:${address}`,
  `:${address}`,
  `eth: ${address}`,
  `ETH:${address}`,
  `-:${address}`,
  `eth-:${address}`,
  `eth:${address.replace('8', 'g')}`,
])('refuses "%s"', (text) => {
  expect(() => parsePrefixedAddress(text)).toThrow(InvalidAddressError)
})

test('refuses the prefix of another chain', () => {
  expect(() =>
    parseAddressOnChain(`eth:${address}`, { shortName: 'matic' }),
  ).toThrow(ChainPrefixMismatchError)
  expect(parseAddressOnChain(`matic:${address}`, { shortName: 'matic' })).toBe(
    address,
  )
  expect(parseAddressOnChain(address, { shortName: 'matic' })).toBe(address)
})

test('formats with the checksum', () => {
  expect(formatPrefixedAddress({ shortName: 'gno', address: lower })).toBe(
    `gno:${address}`,
  )
})

test('refuses to format what is no address', () => {
  for (const bad of ['0x12', `${address}00`, '', null])
    expect(() =>
      formatPrefixedAddress({ shortName: 'eth', address: bad as Address }),
    ).toThrow(InvalidAddressError)
})

test('refuses what is no text', () => {
  expect(() => parsePrefixedAddress(null as unknown as string)).toThrow(
    InvalidAddressError,
  )
})

test('knows an address without letters as one with a right checksum', () => {
  expect(getChecksumState('0x1111111111111111111111111111111111111111')).toBe(
    'right',
  )
})
