// @vitest-environment node
import {
  getSafeMessageTypedData,
  hashSafeMessage,
  safeVersions,
} from '@covault/protocol'
import fc from 'fast-check'
import { concat, domainSeparator, hashStruct, keccak256 } from 'viem'
import { expect, test } from 'vitest'
import { hashSignable, readHashes } from './hashSignable.js'

const domain = {
  chainId: 11155111,
  safe: '0xA2c0717EADC654eE59637e39CfEfCB4cA3764829',
  version: '1.3.0',
} as const

test('has the hashes that the wire specification publishes', () => {
  expect(
    readHashes({
      kind: 'message',
      domain,
      message: 'Hello from the wire spec',
    }),
  ).toMatchObject({
    content:
      '0xa98fa84fb399b9cec238862e21e74fefa8931ce891824890540a8a2a4a8a40cc',
    signed:
      '0x6b04c5e4600089c8cc2631ff5e662ced661eb3ca92a25ac3affa596b801a4c6d',
  })
})

test('the two hashes of a device make the one that is signed', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'binary' }),
      fc.constantFrom(...safeVersions),
      (text, version) => {
        const place = { ...domain, version }
        const signable = {
          kind: 'message',
          domain: place,
          message: text,
        } as const
        const hashes = readHashes(signable)
        const typedData = getSafeMessageTypedData(place, text)
        const types = { SafeMessage: [{ name: 'message', type: 'bytes' }] }
        expect(hashes.domain).toBe(
          domainSeparator({ domain: typedData.domain }),
        )
        expect(hashes.message).toBe(
          hashStruct({
            data: typedData.message,
            primaryType: 'SafeMessage',
            types,
          }),
        )
        expect(hashes.signed).toBe(
          keccak256(concat(['0x1901', hashes.domain, hashes.message])),
        )
        expect(hashes.signed).toBe(hashSafeMessage(place, text))
        expect(hashes.signed).toBe(hashSignable(signable))
      },
    ),
    { numRuns: 25 },
  )
})
