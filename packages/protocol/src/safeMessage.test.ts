import fc from 'fast-check'
import { hashTypedData, keccak256, stringToHex } from 'viem'
import { expect, test } from 'vitest'
import {
  encodeSafeMessageData,
  getSafeMessagePreimage,
  getSafeMessageTypedData,
  hashMessageContent,
  hashSafeMessage,
  InvalidTypedDataError,
} from './safeMessage.js'
import { safeVersions } from './safeVersion.js'

const domain = {
  chainId: 11155111,
  safe: '0xA2c0717EADC654eE59637e39CfEfCB4cA3764829',
  version: '1.3.0',
} as const
const typedData = {
  domain: { name: 'Wire Spec Demo', version: '1', chainId: 11155111 },
  types: {
    Mail: [
      { name: 'contents', type: 'string' },
      { name: 'to', type: 'address' },
    ],
  },
  primaryType: 'Mail',
  message: { contents: 'hi', to: '0xabAD204d0BdbaEBb4D27ba0a4e86966E7A3E315a' },
}

test('hashes the published text vector', () => {
  const text = 'Hello from the wire spec'
  expect(hashMessageContent(text)).toBe(
    '0xa98fa84fb399b9cec238862e21e74fefa8931ce891824890540a8a2a4a8a40cc',
  )
  expect(hashSafeMessage(domain, text)).toBe(
    '0x6b04c5e4600089c8cc2631ff5e662ced661eb3ca92a25ac3affa596b801a4c6d',
  )
})

test('hashes the published typed data vector', () => {
  expect(hashMessageContent(typedData)).toBe(
    '0x65427a3b3bbbffcafd2d76a6b3f3ba9f89dc499d2aae8aafc7f0373dac900923',
  )
  expect(hashSafeMessage(domain, typedData)).toBe(
    '0x28205d4cc66fae8766290b1e407d16f327125cf8760fc16d045649eedf17e217',
  )
})

test('ignores an EIP712Domain type that the sender spelled out', () => {
  const spelledOut = {
    ...typedData,
    types: {
      EIP712Domain: [
        { name: 'name', type: 'string' },
        { name: 'version', type: 'string' },
        { name: 'chainId', type: 'uint256' },
      ],
      ...typedData.types,
    },
  }
  expect(hashMessageContent(spelledOut)).toBe(hashMessageContent(typedData))
})

test('agrees with viem on random texts and every version', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'binary' }),
      fc.constantFrom(...safeVersions),
      (text, version) => {
        const random = { ...domain, version }
        expect(hashSafeMessage(random, text)).toBe(
          hashTypedData(getSafeMessageTypedData(random, text)),
        )
      },
    ),
    { numRuns: 300 },
  )
})

test('shows contract owners the preimage of the hash since 1.4.1', () => {
  const modern = { ...domain, version: '1.4.1' } as const
  expect(keccak256(getSafeMessagePreimage(modern, 'text'))).toBe(
    hashSafeMessage(modern, 'text'),
  )
  expect(getSafeMessagePreimage(domain, 'text')).toBe(
    hashMessageContent('text'),
  )
})

test('encodes arbitrary bytes', () => {
  expect(encodeSafeMessageData(domain, stringToHex('abc'))).toMatch(
    /^0x1901[0-9a-f]{128}$/,
  )
})

test.each([
  [{ ...typedData, primaryType: 'Missing' }],
  [{ ...typedData, message: { contents: 'hi', to: '0x12' } }],
  [{ ...typedData, message: {} }],
  [{ ...typedData, types: { Mail: [{ name: 'a', type: 'uint7' }] } }],
])('refuses typed data that cannot be hashed', (content) => {
  expect(() => hashMessageContent(content)).toThrow(InvalidTypedDataError)
})
