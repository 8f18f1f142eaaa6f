import fc from 'fast-check'
import {
  bytesToHex,
  encodeFunctionData,
  getAddress,
  type Hex,
  parseAbi,
} from 'viem'
import { expect, test } from 'vitest'
import { BaseError } from './errors.js'
import {
  decodeExecTransaction,
  encodeExecTransaction,
  MalformedExecTransactionError,
  NotExecTransactionError,
} from './execTransaction.js'

const abi = parseAbi([
  'function execTransaction(address to, uint256 value, bytes data, uint8 operation, uint256 safeTxGas, uint256 baseGas, uint256 gasPrice, address gasToken, address refundReceiver, bytes signatures) payable returns (bool)',
])
const address = fc
  .uint8Array({ minLength: 20, maxLength: 20 })
  .map((bytes) => getAddress(bytesToHex(bytes)))
const uint256 = fc.bigInt({ min: 0n, max: 2n ** 256n - 1n })
const bytes = fc
  .uint8Array({ maxLength: 200 })
  .map((value) => bytesToHex(value))
const transaction = fc.record({
  to: address,
  value: uint256,
  data: bytes,
  operation: fc.constantFrom<0 | 1>(0, 1),
  safeTxGas: uint256,
  baseGas: uint256,
  gasPrice: uint256,
  gasToken: address,
  refundReceiver: address,
})

test('encodes like viem and decodes what it encoded', () => {
  fc.assert(
    fc.property(transaction, bytes, (transaction, signatures) => {
      const { to, value, data, operation, safeTxGas, baseGas } = transaction
      const { gasPrice, gasToken, refundReceiver } = transaction
      const encoded = encodeExecTransaction(transaction, signatures)
      expect(encoded).toBe(
        encodeFunctionData({
          abi,
          args: [
            to,
            value,
            data,
            operation,
            safeTxGas,
            baseGas,
            gasPrice,
            gasToken,
            refundReceiver,
            signatures,
          ],
        }),
      )
      expect(decodeExecTransaction(encoded)).toEqual({
        transaction,
        signatures,
        canonical: true,
      })
    }),
    { numRuns: 300 },
  )
})

const example = encodeExecTransaction(
  {
    to: '0xA2c0717EADC654eE59637e39CfEfCB4cA3764829',
    value: 1n,
    data: '0x1234',
    operation: 0,
    safeTxGas: 0n,
    baseGas: 0n,
    gasPrice: 0n,
    gasToken: '0x0000000000000000000000000000000000000000',
    refundReceiver: '0x0000000000000000000000000000000000000000',
  },
  '0xabcd',
)

test('marks calldata with bytes after the end', () => {
  const { canonical, signatures } = decodeExecTransaction(`${example}00`)
  expect(canonical).toBe(false)
  expect(signatures).toBe('0xabcd')
})

test('marks dirty bits above an address', () => {
  const dirty = `${example.slice(0, 10)}ff${example.slice(12)}` as Hex
  expect(decodeExecTransaction(dirty).canonical).toBe(false)
})

test('takes upper case digits for the same bytes', () => {
  expect(
    decodeExecTransaction(`0x${example.slice(2).toUpperCase()}`).canonical,
  ).toBe(true)
})

test('refuses other calls, cut calldata and unknown operations', () => {
  expect(() => decodeExecTransaction('0xa9059cbb')).toThrow(
    NotExecTransactionError,
  )
  expect(() =>
    decodeExecTransaction(`${example.slice(0, 400)}` as Hex),
  ).toThrow(MalformedExecTransactionError)
  const operation = 10 + 3 * 64
  const unknown =
    `${example.slice(0, operation + 63)}2${example.slice(operation + 64)}` as Hex
  expect(() => decodeExecTransaction(unknown)).toThrow(
    MalformedExecTransactionError,
  )
  const above =
    `${example.slice(0, operation + 61)}1${example.slice(operation + 62)}` as Hex
  expect(() => decodeExecTransaction(above)).toThrow(
    'The call of execTransaction cannot be decoded: operation 256 does not exist.',
  )
})

test('throws only its own errors on damaged calldata', () => {
  fc.assert(
    fc.property(
      fc.nat({ max: example.length }),
      fc.uint8Array({ maxLength: 64 }),
      (cut, noise) => {
        const end = cut - (cut % 2)
        const damaged =
          `${example.slice(0, end)}${bytesToHex(noise).slice(2)}${example.slice(end + noise.length * 2)}` as Hex
        try {
          decodeExecTransaction(damaged)
        } catch (error) {
          expect(error).toBeInstanceOf(BaseError)
        }
      },
    ),
    { numRuns: 2000 },
  )
})
