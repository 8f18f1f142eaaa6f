import { describe, expect, test } from 'vitest'
import vectors from '../vectors/contracts.json' with { type: 'json' }
import { predictSafeAddress } from './safeAddress.js'
import { hashSafeMessageBytes } from './safeMessage.js'
import { hashSafeDomain, hashSafeTransaction } from './safeTransaction.js'
import { parseSafeVersion } from './safeVersion.js'

type Hex = `0x${string}`

describe.each(vectors.safes)('$name', (vector) => {
  const version = parseSafeVersion(vector.version)?.version
  if (!version) throw new Error(`${vector.version} is not known.`)
  const { chainId } = vectors
  const domain = { chainId, safe: vector.safe as Hex, version }

  test('hashes the domain as the contract did', () => {
    expect(hashSafeDomain(domain)).toBe(vector.domainSeparator)
  })

  test('hashes transactions as the contract did', () => {
    for (const { transaction, hash } of vector.transactions)
      expect(
        hashSafeTransaction(domain, {
          to: transaction.to as Hex,
          value: BigInt(transaction.value),
          data: transaction.data as Hex,
          operation: transaction.operation as 0 | 1,
          safeTxGas: BigInt(transaction.safeTxGas),
          baseGas: BigInt(transaction.baseGas),
          gasPrice: BigInt(transaction.gasPrice),
          gasToken: transaction.gasToken as Hex,
          refundReceiver: transaction.refundReceiver as Hex,
          nonce: BigInt(transaction.nonce),
        }),
      ).toBe(hash)
  })

  test('hashes messages as the contract did', () => {
    for (const { message, hash } of vector.messages)
      expect(hashSafeMessageBytes(domain, message as Hex)).toBe(hash)
  })

  test('predicts the addresses that the factory gave', () => {
    for (const { initializer, saltNonce, address } of vector.addresses)
      expect(
        predictSafeAddress({
          factory: vector.factory as Hex,
          singleton: vector.singleton as Hex,
          initializer: initializer as Hex,
          saltNonce: BigInt(saltNonce),
        }),
      ).toBe(address)
  })
})
