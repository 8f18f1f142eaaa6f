import type { Address, Hex } from 'viem'
import { BaseError } from './errors.js'

/*
 * The 32-byte words of Solidity's ABI as 64 hex digits without the prefix, so
 * that a struct is the concatenation of its words.
 */

const maxUint256 = 2n ** 256n - 1n
const addressPattern = /^0x[0-9a-fA-F]{40}$/
const bytes32Pattern = /^0x[0-9a-fA-F]{64}$/
const hexPattern = /^0x[0-9a-fA-F]*$/

export function uintWord(value: bigint): string {
  if (typeof value !== 'bigint' || value < 0n || value > maxUint256)
    throw new UintOutOfRangeError({ value })
  return value.toString(16).padStart(64, '0')
}

export function addressWord(address: Address): string {
  if (typeof address !== 'string' || !addressPattern.test(address))
    throw new InvalidAddressError({ address })
  return `000000000000000000000000${address.slice(2).toLowerCase()}`
}

export function bytes32Word(bytes: Hex): string {
  if (typeof bytes !== 'string' || !bytes32Pattern.test(bytes))
    throw new InvalidBytes32Error({ bytes })
  return bytes.slice(2).toLowerCase()
}

/** A dynamic `bytes`: its length, then the bytes padded to whole words. */
export function bytesTail(bytes: Hex): string {
  assertBytes(bytes)
  const digits = bytes.slice(2).toLowerCase()
  const padded = digits.padEnd(Math.ceil(digits.length / 64) * 64, '0')
  return uintWord(BigInt(digits.length / 2)) + padded
}

/** Whole bytes only: the digits after the prefix come in pairs. */
export function assertBytes(bytes: Hex): void {
  if (!isBytes(bytes)) throw new InvalidBytesError({ bytes })
}

export function isBytes(value: unknown): value is Hex {
  return (
    typeof value === 'string' &&
    value.length % 2 === 0 &&
    hexPattern.test(value)
  )
}

export class UintOutOfRangeError extends BaseError {
  override name = 'UintOutOfRangeError'

  constructor({ value }: { value: unknown }) {
    super(`${describe(value)} is not an integer from 0 to 2^256 - 1.`)
  }
}

export class InvalidAddressError extends BaseError {
  override name = 'InvalidAddressError'

  constructor({ address }: { address: unknown }) {
    super(
      `${describe(address)} is not an address of 20 bytes written as 0x and 40 hexadecimal digits.`,
    )
  }
}

export class InvalidBytes32Error extends BaseError {
  override name = 'InvalidBytes32Error'

  constructor({ bytes }: { bytes: unknown }) {
    super(
      `${describe(bytes)} is not 32 bytes written as 0x and 64 hexadecimal digits.`,
    )
  }
}

export class InvalidBytesError extends BaseError {
  override name = 'InvalidBytesError'

  constructor({ bytes }: { bytes: unknown }) {
    super(
      `${describe(bytes)} is not bytes written as 0x and pairs of hexadecimal digits.`,
    )
  }
}

/** Hostile values may be megabytes long or refuse to become text. */
function describe(value: unknown): string {
  if (typeof value === 'symbol') return 'A symbol'
  if (typeof value === 'object' || typeof value === 'function')
    return value === null ? 'null' : `A value of type ${typeof value}`
  const text = String(value)
  if (text.length <= 80) return `"${text}"`
  return `"${text.slice(0, 80)}…" (${text.length} characters)`
}
