import { describe, expect, test } from 'vitest'
import vectors from '../vectors/contracts.json' with { type: 'json' }
import oldVectors from '../vectors/oldContracts.json' with { type: 'json' }
import { predictSafeAddress } from './safeAddress.js'
import { hashSafeMessageBytes } from './safeMessage.js'
import {
  hashSafeDomain,
  hashSafeTransaction,
  type SafeTransaction,
} from './safeTransaction.js'
import { parseSafeVersion } from './safeVersion.js'
import { isCallSatisfied, verifySignatures } from './verifySignatures.js'

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
      expect(hashSafeTransaction(domain, toTransaction(transaction))).toBe(hash)
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

describe.each(oldVectors.safes)('$version', (vector) => {
  const version = vector.version === '0.1.0' ? '0.1.0' : '1.0.0'
  const { chainId } = oldVectors
  const domain = { chainId, safe: vector.safe as Hex, version } as const
  const hash = vector.hash as Hex

  test('hashes transactions as the contract did', () => {
    for (const { transaction, hash } of vector.transactions)
      expect(hashSafeTransaction(domain, toTransaction(transaction))).toBe(hash)
  })

  test('hashes messages as the contract did', () => {
    expect(hashSafeMessageBytes(domain, vector.message as Hex)).toBe(hash)
  })

  test.each(vector.verdicts)(
    'judges $name as the contract did',
    async ({ signatures, answer, valid }) => {
      const verification = await verifySignatures({
        safe: domain.safe,
        version,
        hash,
        preimage: vector.message as Hex,
        owners: vector.owners as Hex[],
        threshold: 1,
        signatures: signatures as Hex,
      })
      const answered = (answer ?? undefined) as Hex | undefined
      const isValid =
        verification.status === 'conditional'
          ? verification.calls.every((call) => isCallSatisfied(call, answered))
          : verification.status === 'valid'
      expect(isValid).toBe(valid)
    },
  )
})

type TransactionVector =
  (typeof vectors.safes)[number]['transactions'][number]['transaction']

function toTransaction(transaction: TransactionVector): SafeTransaction {
  return {
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
  }
}
