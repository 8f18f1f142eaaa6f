import fc from 'fast-check'
import { bytesToHex, domainSeparator, hashStruct, hashTypedData } from 'viem'
import { expect, test } from 'vitest'
import {
  getSafeTransactionTypedData,
  hashInSafeDomain,
  hashSafeDomain,
  hashSafeTransaction,
  hashSafeTransactionMessage,
  InvalidChainIdError,
  InvalidOperationError,
  type SafeTransaction,
} from './safeTransaction.js'
import {
  type SafeVersion,
  safeVersions,
  UnknownSafeVersionError,
} from './safeVersion.js'
import {
  InvalidAddressError,
  InvalidBytes32Error,
  InvalidBytesError,
  UintOutOfRangeError,
} from './word.js'

const zero = '0x0000000000000000000000000000000000000000'
const safe = '0xA2c0717EADC654eE59637e39CfEfCB4cA3764829'

const transaction: SafeTransaction = {
  to: '0xabAD204d0BdbaEBb4D27ba0a4e86966E7A3E315a',
  value: 1_000_000_000_000_000n,
  data: '0x',
  operation: 0,
  safeTxGas: 0n,
  baseGas: 0n,
  gasPrice: 0n,
  gasToken: zero,
  refundReceiver: zero,
  nonce: 7n,
}

test('hashes the published vector with the chain id since 1.3.0', () => {
  for (const version of ['1.3.0', '1.4.1', '1.5.0'] as const)
    expect(
      hashSafeTransaction({ chainId: 11155111, safe, version }, transaction),
    ).toBe('0x03cf27012d21a1d1e08c3d24c79b70bcae5ba10835c5012ef1343f84666bc82b')
})

test('hashes the published vector without the chain id before 1.3.0', () => {
  for (const version of ['1.0.0', '1.1.1', '1.2.0'] as const)
    expect(
      hashSafeTransaction({ chainId: 11155111, safe, version }, transaction),
    ).toBe('0x6417637943da899dda0f076e32ce7bdacb7b8295f65051d4832c640cd44f078c')
})

const maxUint256 = 2n ** 256n - 1n
const address = fc
  .uint8Array({ minLength: 20, maxLength: 20 })
  .map((bytes) => bytesToHex(bytes))
const uint256 = fc.oneof(
  fc.constantFrom(0n, 1n, maxUint256),
  fc.bigInt({ min: 0n, max: maxUint256 }),
)
const randomTransaction: fc.Arbitrary<SafeTransaction> = fc.record({
  to: address,
  value: uint256,
  data: fc.uint8Array({ maxLength: 200 }).map((bytes) => bytesToHex(bytes)),
  operation: fc.constantFrom(0, 1),
  safeTxGas: uint256,
  baseGas: uint256,
  gasPrice: uint256,
  gasToken: address,
  refundReceiver: address,
  nonce: uint256,
})
const randomDomain = fc.record({
  chainId: fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER }),
  safe: address,
  version: fc.constantFrom(...safeVersions),
})

test('agrees with viem on random transactions of every version', () => {
  fc.assert(
    fc.property(randomDomain, randomTransaction, (domain, transaction) => {
      const typedData = getSafeTransactionTypedData(domain, transaction)
      expect(hashSafeTransaction(domain, transaction)).toBe(
        hashTypedData(typedData),
      )
      expect(hashSafeTransactionMessage(domain, transaction)).toBe(
        hashStruct({ ...typedData, data: typedData.message }),
      )
      expect(hashSafeDomain(domain)).toBe(
        domainSeparator({ domain: typedData.domain }),
      )
    }),
    { numRuns: 500 },
  )
})

test('differs between chains since 1.3.0 and not before', () => {
  const hashOn = (chainId: number, version: SafeVersion) =>
    hashSafeTransaction({ chainId, safe, version }, transaction)
  expect(hashOn(1, '1.3.0')).not.toBe(hashOn(10, '1.3.0'))
  expect(hashOn(1, '1.2.0')).toBe(hashOn(10, '1.2.0'))
})

test('ignores the letter case of addresses and data', () => {
  const domain = { chainId: 1, safe, version: '1.4.1' } as const
  const upper = {
    ...transaction,
    to: `0x${transaction.to.slice(2).toUpperCase()}`,
    data: '0xABCD',
  } as const
  expect(hashSafeTransaction(domain, upper)).toBe(
    hashSafeTransaction(domain, { ...transaction, data: '0xabcd' }),
  )
})

test.each([
  ['to', '0x12', InvalidAddressError],
  ['to', `${safe}00`, InvalidAddressError],
  ['value', -1n, UintOutOfRangeError],
  ['value', 2n ** 256n, UintOutOfRangeError],
  ['value', 1, UintOutOfRangeError],
  ['data', '0x1', InvalidBytesError],
  ['data', 'zz', InvalidBytesError],
  ['data', null, InvalidBytesError],
  ['operation', 2, InvalidOperationError],
  ['nonce', undefined, UintOutOfRangeError],
])('refuses %s = %s', (field, value, error) => {
  expect(() =>
    hashSafeTransaction(
      { chainId: 1, safe, version: '1.4.1' },
      { ...transaction, [field]: value },
    ),
  ).toThrow(error)
})

test('refuses a chain id that is not a whole number', () => {
  for (const chainId of [-1, 1.5, Number.NaN, 2 ** 53])
    expect(() =>
      hashSafeTransaction({ chainId, safe, version: '1.4.1' }, transaction),
    ).toThrow(InvalidChainIdError)
})

test('hashes nothing for a version whose rules are not known', () => {
  const version = '1.3.0+L2' as SafeVersion
  const domain = { chainId: 1, safe, version } as const
  for (const hash of [
    () => hashSafeTransaction(domain, transaction),
    () => hashSafeTransactionMessage(domain, transaction),
    () => hashSafeDomain(domain),
    () => getSafeTransactionTypedData(domain, transaction),
  ])
    expect(hash).toThrow(UnknownSafeVersionError)
})

test('refuses a struct hash that is not 32 bytes', () => {
  const domain = { chainId: 1, safe, version: '1.4.1' } as const
  for (const structHash of ['0x', '0x12', `0x${'zz'.repeat(32)}`] as const)
    expect(() => hashInSafeDomain(domain, structHash)).toThrow(
      InvalidBytes32Error,
    )
})
