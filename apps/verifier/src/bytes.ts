import { keccak256 } from './keccak.js'
import { revealLine } from './reveal.js'

/** What the reader is told: what is wrong with the input, and what to do. */
export class InputError extends Error {
  constructor(text: string) {
    // It may quote the input, and stands on a terminal or a page.
    super(revealLine(text))
  }
}

export function toBytes(hex: string, name = 'The data'): Uint8Array {
  if (!/^0x([0-9a-f]{2})*$/i.test(hex))
    throw new InputError(`${name} is not hexadecimal: ${clip(hex)}.`)
  const bytes = new Uint8Array(hex.length / 2 - 1)
  for (let at = 0; at < bytes.length; at++)
    bytes[at] = Number.parseInt(hex.slice(2 + 2 * at, 4 + 2 * at), 16)
  return bytes
}

export function toHex(bytes: Uint8Array): string {
  let hex = '0x'
  for (const byte of bytes) hex += byte.toString(16).padStart(2, '0')
  return hex
}

export function concat(...parts: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.length
  }
  return all
}

export function fromText(text: string): Uint8Array {
  return new TextEncoder().encode(text)
}

/** A number as the 32 bytes that contracts hash. */
export function toWord(value: bigint): Uint8Array {
  const hex = BigInt.asUintN(256, value).toString(16).padStart(64, '0')
  return toBytes(`0x${hex}`)
}

export function toNumber(bytes: Uint8Array): bigint {
  return bytes.length === 0 ? 0n : BigInt(toHex(bytes))
}

export function addressWord(address: string): Uint8Array {
  return concat(new Uint8Array(12), toBytes(address, 'The address'))
}

/** With the capitals that carry its checksum (EIP-55). */
export function writeAddress(address: string): string {
  const digits = address.slice(2).toLowerCase()
  const hash = toHex(keccak256(fromText(digits))).slice(2)
  const cased = [...digits].map((digit, at) =>
    Number.parseInt(hash[at] ?? '0', 16) > 7 ? digit.toUpperCase() : digit,
  )
  return `0x${cased.join('')}`
}

export function readAddress(text: string, name: string): string {
  const bare = text.includes(':') ? text.slice(text.indexOf(':') + 1) : text
  if (!/^0x[0-9a-fA-F]{40}$/.test(bare))
    throw new InputError(`${name} is not an address: ${clip(text)}.`)
  const cased = writeAddress(bare)
  const digits = bare.slice(2)
  const isPlain =
    digits === digits.toLowerCase() || digits === digits.toUpperCase()
  if (!isPlain && bare !== cased)
    throw new InputError(
      `${name} has a wrong checksum: ${bare}. Compare every digit.`,
    )
  return cased
}

/** Exact: no number of JavaScript that has lost digits is accepted. */
export function readNumber(value: unknown, name: string): bigint {
  if (typeof value === 'bigint' && value >= 0n) return limit(value, name)
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0)
    return BigInt(value)
  if (
    typeof value === 'string' &&
    /^(\d{1,78}|0x[0-9a-fA-F]{1,64})$/.test(value)
  )
    return limit(BigInt(value), name)
  throw new InputError(`${name} is not a whole number: ${clip(String(value))}.`)
}

function limit(value: bigint, name: string): bigint {
  if (value >> 256n) throw new InputError(`${name} has more than 256 bits.`)
  return value
}

function clip(text: string): string {
  return text.length > 60 ? `${text.slice(0, 60)}…` : text
}
