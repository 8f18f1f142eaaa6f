import type { Address, Hex } from 'viem'
import { BaseError } from '../errors.js'
import { parsePrefixedAddress } from '../prefixedAddress.js'
import { parseSafeVersion, type SafeVersion } from '../safeVersion.js'
import {
  assertBytes,
  bytes32Word,
  InvalidAddressError,
  InvalidBytesError,
  UintOutOfRangeError,
  uintWord,
} from '../word.js'

/** Of a note or an origin. */
const mostWords = 4_000

/** One letter case or a right checksum, and no prefix of a chain. */
export function parseAddress(value: unknown): Address {
  if (typeof value !== 'string' || !value.startsWith('0x'))
    throw new InvalidAddressError({ address: value })
  return parsePrefixedAddress(value).address
}

/**
 * Decimal text, hexadecimal text or a JSON number. Numbers above 2^53 were
 * rounded by the one who parsed them, so they are refused.
 */
export function parseUint(value: unknown): bigint {
  const parsed = toBigInt(value)
  if (parsed === undefined) throw new UintOutOfRangeError({ value })
  uintWord(parsed)
  return parsed
}

function toBigInt(value: unknown): bigint | undefined {
  if (typeof value === 'bigint') return value
  if (Number.isSafeInteger(value)) return BigInt(Number(value))
  if (typeof value !== 'string' || !uintPattern.test(value)) return undefined
  return BigInt(value)
}

const uintPattern = /^(0|[1-9][0-9]{0,77}|0x[0-9a-fA-F]{1,64})$/

/** Other programs take it as a number, which ends at 2^53 - 1. */
export function parseNonce(value: unknown): bigint {
  const nonce = parseUint(value)
  if (nonce > BigInt(Number.MAX_SAFE_INTEGER))
    throw new NonceTooLargeError({ nonce })
  return nonce
}

export function parseChainId(value: unknown): number {
  const chainId = parseUint(value)
  if (chainId === 0n || chainId > BigInt(Number.MAX_SAFE_INTEGER))
    throw new UnusableChainIdError({ chainId })
  return Number(chainId)
}

export function parseOperation(value: unknown): 0 | 1 {
  const operation = parseUint(value)
  if (operation === 0n) return 0
  if (operation === 1n) return 1
  throw new UnknownOperationError({ operation })
}

export function parseBytes(value: unknown): Hex {
  if (typeof value !== 'string') throw new InvalidBytesError({ bytes: value })
  const bytes = value as Hex
  assertBytes(bytes)
  return `0x${bytes.slice(2).toLowerCase()}`
}

export function parseHash(value: unknown): Hex {
  return `0x${bytes32Word(value as Hex)}`
}

export function parseVersion(value: unknown): SafeVersion {
  const parsed = typeof value === 'string' ? parseSafeVersion(value) : undefined
  if (parsed === undefined) throw new UnknownVersionTextError()
  return parsed.version
}

export function parseWords(value: unknown): string {
  if (typeof value !== 'string') throw new NotTextError()
  if (value.length > mostWords) throw new TooManyWordsError()
  return value
}

export function parseBoolean(value: unknown): boolean {
  if (typeof value !== 'boolean') throw new NotBooleanError()
  return value
}

export class NonceTooLargeError extends BaseError {
  override name = 'NonceTooLargeError'

  constructor({ nonce }: { nonce: bigint }) {
    super(`The nonce ${nonce} is above 2^53 - 1, which no safe reaches.`)
  }
}

export class UnusableChainIdError extends BaseError {
  override name = 'UnusableChainIdError'

  constructor({ chainId }: { chainId: bigint }) {
    super(`${chainId} is not a chain ID from 1 to 2^53 - 1.`)
  }
}

export class UnknownOperationError extends BaseError {
  override name = 'UnknownOperationError'

  constructor({ operation }: { operation: bigint }) {
    super(`${operation} is neither 0 (call) nor 1 (delegatecall).`)
  }
}

export class UnknownVersionTextError extends BaseError {
  override name = 'UnknownVersionTextError'

  constructor() {
    super('It does not name a known version of the safe contract.')
  }
}

export class NotTextError extends BaseError {
  override name = 'NotTextError'

  constructor() {
    super('It is not text.')
  }
}

export class TooManyWordsError extends BaseError {
  override name = 'TooManyWordsError'

  constructor() {
    super(`It is longer than ${mostWords} characters.`)
  }
}

export class NotBooleanError extends BaseError {
  override name = 'NotBooleanError'

  constructor() {
    super('It is neither true nor false.')
  }
}
