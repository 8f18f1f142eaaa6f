import {
  hashSafeMessage,
  hashSafeTransaction,
  type SafeDomain,
  safeVersions,
} from '@covault/protocol'
import fc from 'fast-check'
import { hashTypedData as hashWithViem, keccak256 as viemKeccak } from 'viem'
import { expect, test } from 'vitest'
import {
  address,
  safeTransaction,
} from '../../../packages/protocol/src/proof/arbitraries.js'
import { toHex } from './bytes.js'
import { keccak256 } from './keccak.js'
import { hashMessage, hashTransaction } from './safe.js'
import { hashText, hashTypedData } from './typedData.js'

// Two programs that share nothing must come to the same digits.

const domain: fc.Arbitrary<SafeDomain> = fc.record({
  chainId: fc.integer({ min: 1, max: 2 ** 31 }),
  safe: address,
  version: fc.constantFrom(...safeVersions),
})

test('hashes bytes of every length as viem does', () => {
  for (let length = 0; length < 600; length++) {
    const bytes = Uint8Array.from(
      { length },
      (_, at) => (at * 7 + length) % 256,
    )
    expect(toHex(keccak256(bytes))).toBe(viemKeccak(bytes))
  }
})

function agree(runs: number): void {
  fc.assert(
    fc.property(domain, safeTransaction, fc.string(), (own, one, text) => {
      const { chainId, ...rest } = own
      const same = { ...rest, chainId: BigInt(chainId) }
      expect(hashTransaction(same, one).signed).toBe(
        hashSafeTransaction(own, one),
      )
      expect(hashMessage(same, hashText(text)).signed).toBe(
        hashSafeMessage(own, text),
      )
    }),
    { numRuns: runs },
  )
}

test('hashes transactions and messages of all versions as the app does', () => {
  agree(1_000)
})

test('agrees on 100,000 transactions and messages @full', () => {
  agree(100_000)
}, 600_000)

test('hashes typed data with lists, structs and every kind of value as viem does', () => {
  const typed = {
    domain: {
      name: 'Dapp',
      version: '2',
      chainId: 5,
      salt: `0x${'ab'.repeat(32)}`,
    },
    types: {
      Order: [
        { name: 'from', type: 'Person' },
        { name: 'to', type: 'Person[]' },
        { name: 'fee', type: 'int64' },
        { name: 'tags', type: 'bytes4[2]' },
        { name: 'isOpen', type: 'bool' },
        { name: 'note', type: 'bytes' },
      ],
      Person: [
        { name: 'name', type: 'string' },
        { name: 'wallet', type: 'address' },
      ],
    },
    primaryType: 'Order',
    message: {
      from: { name: 'Ä', wallet: `0x${'11'.repeat(20)}` },
      to: [{ name: '', wallet: `0x${'22'.repeat(20)}` }],
      fee: -5,
      tags: ['0x01020304', '0xffffffff'],
      isOpen: true,
      note: '0x1234',
    },
  } as const
  expect(toHex(hashTypedData(typed))).toBe(hashWithViem(typed as never))
})
