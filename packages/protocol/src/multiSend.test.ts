import fc from 'fast-check'
import {
  bytesToHex,
  checksumAddress,
  encodeFunctionData,
  encodePacked,
  type Hex,
  parseAbi,
  size,
} from 'viem'
import { expect, test } from 'vitest'
import { AbiTruncatedError } from './abi/decodeParameters.js'
import {
  NonCanonicalCalldataError,
  SelectorMismatchError,
} from './abi/method.js'
import { BaseError } from './errors.js'
import {
  type Call,
  decodeMultiSend,
  encodeMultiSend,
  MalformedMultiSendError,
} from './multiSend.js'
import { InvalidOperationError } from './safeTransaction.js'
import {
  InvalidAddressError,
  InvalidBytesError,
  UintOutOfRangeError,
} from './word.js'

const abi = parseAbi(['function multiSend(bytes transactions)'])

const bytes = (minLength: number, maxLength: number) =>
  fc.uint8Array({ minLength, maxLength }).map((array) => bytesToHex(array))

const call: fc.Arbitrary<Call> = fc.record({
  to: bytes(20, 20).map((address) => checksumAddress(address)),
  value: fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }),
  data: bytes(0, 100),
  operation: fc.constantFrom(0, 1),
})

const calls = fc.array(call, { maxLength: 8 })

/** As the contract's comment documents it, with viem's own packing. */
function packWithViem(list: readonly Call[]): Hex {
  const entries = list.map(({ operation, to, value, data }) =>
    encodePacked(
      ['uint8', 'address', 'uint256', 'uint256', 'bytes'],
      [operation, to, value, BigInt(size(data)), data],
    ).slice(2),
  )
  return `0x${entries.join('')}`
}

const multiSend = (transactions: Hex) =>
  encodeFunctionData({ abi, args: [transactions] })

test('packs as the contract documents and reads it back', () => {
  fc.assert(
    fc.property(calls, (list) => {
      const data = encodeMultiSend(list)
      expect(data).toBe(multiSend(packWithViem(list)))
      expect(decodeMultiSend(data)).toEqual(list)
    }),
    { numRuns: 500 },
  )
})

const one: Call = {
  to: '0xabAD204d0BdbaEBb4D27ba0a4e86966E7A3E315a',
  value: 5n,
  data: '0xabcdef',
  operation: 0,
}

test('refuses bytes after the last entry', () => {
  const packed = packWithViem([one])
  expect(() => decodeMultiSend(multiSend(`${packed}00`))).toThrow(
    MalformedMultiSendError,
  )
  expect(() => decodeMultiSend(`${encodeMultiSend([one])}00`)).toThrow(
    NonCanonicalCalldataError,
  )
})

test('refuses an entry that is longer than what is left', () => {
  const packed = packWithViem([one, one])
  expect(() => decodeMultiSend(multiSend(packed.slice(0, -2) as Hex))).toThrow(
    'Entry 2 of the batch, at byte 88 of 175, is longer than the bytes that are left.',
  )
})

test('refuses a length that overflows', () => {
  const packed = packWithViem([one])
  const length = 'f'.repeat(64)
  const overflow: Hex = `0x${packed.slice(2, 108)}${length}${packed.slice(172)}`
  expect(() => decodeMultiSend(multiSend(overflow))).toThrow(
    MalformedMultiSendError,
  )
})

test('refuses an operation that does not exist', () => {
  const packed = packWithViem([one])
  expect(() => decodeMultiSend(multiSend(`0x02${packed.slice(4)}`))).toThrow(
    'Entry 1 of the batch, at byte 0 of 88, is neither a call nor a delegatecall.',
  )
})

test('refuses padding that is not zero and calldata cut short', () => {
  const data = encodeMultiSend([one])
  expect(() => decodeMultiSend(`${data.slice(0, -2)}01` as Hex)).toThrow(
    NonCanonicalCalldataError,
  )
  expect(() => decodeMultiSend(data.slice(0, 100) as Hex)).toThrow(
    AbiTruncatedError,
  )
  expect(() => decodeMultiSend('0xa9059cbb')).toThrow(SelectorMismatchError)
  expect(() => decodeMultiSend('0x8d80ff0' as Hex)).toThrow(InvalidBytesError)
})

test('refuses to encode what is no call', () => {
  const encode = (change: object) => () =>
    encodeMultiSend([{ ...one, ...change }])
  expect(encode({ operation: 2 })).toThrow(InvalidOperationError)
  expect(encode({ value: -1n })).toThrow(UintOutOfRangeError)
  expect(encode({ value: 2n ** 256n })).toThrow(UintOutOfRangeError)
  expect(encode({ to: '0x1234' })).toThrow(InvalidAddressError)
  expect(encode({ data: '0xabc' })).toThrow(InvalidBytesError)
})

test('never reads a damaged batch as another one silently', () => {
  fc.assert(
    fc.property(calls, fc.nat(), fc.nat({ max: 255 }), (list, at, byte) => {
      const data = encodeMultiSend(list)
      const position = 2 + (at % (data.length / 2 - 1)) * 2
      const hex = byte.toString(16).padStart(2, '0')
      const damaged: Hex = `0x${data.slice(2, position)}${hex}${data.slice(position + 2)}`
      try {
        expect(encodeMultiSend(decodeMultiSend(damaged))).toBe(damaged)
      } catch (error) {
        expect(error).toBeInstanceOf(BaseError)
      }
    }),
    { numRuns: 1000 },
  )
})
