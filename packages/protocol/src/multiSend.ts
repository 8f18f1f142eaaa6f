import { type Address, checksumAddress, type Hex } from 'viem'
import type { ByteRange } from './abi/decodeParameters.js'
import { decodeMethod, encodeMethod } from './abi/method.js'
import type { KnownMethod } from './calldata/knownMethod.js'
import { BaseError } from './errors.js'
import { operationWord } from './safeTransaction.js'
import { addressWord, assertBytes, uintWord } from './word.js'

/** What a safe does: one entry of a batch, or the whole transaction. */
export type Call = {
  to: Address
  value: bigint
  data: Hex
  operation: 0 | 1
}

/** `multiSend` of MultiSend and MultiSendCallOnly since 1.1.1. */
export const multiSendMethod = {
  id: 'multiSend',
  contracts: ['multiSend'],
  name: 'multiSend',
  signature: 'multiSend(bytes)',
  selector: '0x8d80ff0a',
  inputs: [{ name: 'transactions', type: 'bytes' }],
} as const satisfies KnownMethod

/** Calldata of `multiSend`. */
export function encodeMultiSend(calls: readonly Call[]): Hex {
  return encodeMethod(multiSendMethod, { transactions: packCalls(calls) })
}

/**
 * The inverse, strict: whatever encodeMultiSend would not have written is
 * refused. decodeCall shows as much of such a batch as can be read.
 */
export function decodeMultiSend(data: Hex): Call[] {
  const { transactions } = decodeMethod(multiSendMethod, data)
  const digits = transactions.slice(2)
  const range = { start: 0, end: digits.length / 2 }
  const { calls, flaw } = unpackCalls(digits, range)
  if (flaw !== undefined) throw new MalformedMultiSendError(flaw)
  return calls
}

/**
 * `abi.encodePacked(uint8 operation, address to, uint256 value, uint256
 * dataLength, bytes data)`, one after the other.
 */
export function packCalls(calls: readonly Call[]): Hex {
  const packed = calls.map(({ operation, to, value, data }) => {
    assertBytes(data)
    const digits = data.slice(2).toLowerCase()
    return (
      operationWord(operation).slice(62) +
      addressWord(to).slice(24) +
      uintWord(value) +
      uintWord(BigInt(digits.length / 2)) +
      digits
    )
  })
  return `0x${packed.join('')}`
}

type UnpackedCalls = {
  calls: Call[]
  /** Why reading stopped before the end, and what was left unread. */
  flaw: MultiSendFlaw | undefined
}

export type MultiSendFlaw = {
  code: 'batchTruncated' | 'batchOperation' | 'batchLimit'
  /** Number of entries that could be read. */
  read: number
  range: ByteRange
}

/** operation, to, value and length of an entry. */
export const entryHeadSize = 1 + 20 + 32 + 32
const lengthPadding = '0'.repeat(56)

/**
 * Reads the entries that lie in `range` of `digits` (lower case, no prefix).
 * Reading stops at the first entry that is not whole: the contract would go on
 * with whatever lies behind it in memory, which is not for us to guess.
 */
export function unpackCalls(
  digits: string,
  range: ByteRange,
  limit = Number.POSITIVE_INFINITY,
): UnpackedCalls {
  const calls: Call[] = []
  let start = range.start
  const stop = (code: MultiSendFlaw['code']): UnpackedCalls => {
    const flaw = { code, read: calls.length, range: { start, end: range.end } }
    return { calls, flaw }
  }
  while (start < range.end) {
    if (calls.length >= limit) return stop('batchLimit')
    if (start + entryHeadSize > range.end) return stop('batchTruncated')
    const operation = readOperation(digits, start)
    if (operation === undefined) return stop('batchOperation')
    const end = start + entryHeadSize + readLength(digits, start + 53)
    if (end > range.end) return stop('batchTruncated')
    calls.push(readCall(digits, start, end, operation))
    start = end
  }
  return { calls, flaw: undefined }
}

function readCall(
  digits: string,
  start: number,
  end: number,
  operation: 0 | 1,
): Call {
  const at = start * 2
  return {
    to: checksumAddress(`0x${digits.slice(at + 2, at + 42)}`),
    value: BigInt(`0x${digits.slice(at + 42, at + 106)}`),
    data: `0x${digits.slice(at + entryHeadSize * 2, end * 2)}`,
    operation,
  }
}

function readOperation(digits: string, position: number): 0 | 1 | undefined {
  const byte = digits.slice(position * 2, position * 2 + 2)
  if (byte === '00') return 0
  if (byte === '01') return 1
  return undefined
}

function readLength(digits: string, position: number): number {
  const at = position * 2
  if (digits.slice(at, at + 56) !== lengthPadding)
    return Number.POSITIVE_INFINITY
  return Number.parseInt(digits.slice(at + 56, at + 64), 16)
}

const reasons = {
  batchTruncated: 'is longer than the bytes that are left',
  batchOperation: 'is neither a call nor a delegatecall',
  batchLimit: 'exceeds the number of entries that are read',
} as const satisfies Record<MultiSendFlaw['code'], string>

export class MalformedMultiSendError extends BaseError {
  override name = 'MalformedMultiSendError'

  constructor({ code, read, range }: MultiSendFlaw) {
    super(
      `Entry ${read + 1} of the batch, at byte ${range.start} of ${range.end}, ${reasons[code]}.`,
    )
  }
}
