import {
  BaseError,
  describeBech32,
  extractAddresses,
  getChecksumState,
  parsePrefixedAddress,
} from '@covault/protocol'
import type { Address } from 'viem'

/** What somebody typed or pasted where an address is expected. */
export type AddressText =
  | { status: 'empty' }
  | {
      status: 'address'
      address: Address
      /** Without capital letters nothing could be checked. */
      checksum: 'right' | 'absent'
      /** The text around it was left out. */
      extracted: boolean
    }
  | { status: 'name'; name: string }
  | { status: 'refused'; reason: string }

export function readAddressText(
  text: string,
  { shortName }: { shortName: string },
): AddressText {
  const trimmed = text.trim()
  if (!trimmed) return { status: 'empty' }
  if (isWholeAddress(trimmed)) return readWhole(trimmed, shortName)
  const found = readExtracted(trimmed, shortName)
  if (found) return found
  if (looksLikeName(trimmed)) return { status: 'name', name: trimmed }
  return { status: 'refused', reason: explain(trimmed) }
}

function isWholeAddress(text: string): boolean {
  return /^([a-z0-9-]{1,32}:)?0x[0-9a-f]{40}$/i.test(text)
}

function readWhole(text: string, expected: string): AddressText {
  try {
    const { shortName, address } = parsePrefixedAddress(text)
    const digits = text.slice(text.indexOf('0x')) as Address
    const checksum = getChecksumState(digits) === 'right' ? 'right' : 'absent'
    return shortName === undefined || shortName === expected
      ? { status: 'address', address, checksum, extracted: false }
      : { status: 'refused', reason: otherChain(shortName, expected) }
  } catch (error) {
    if (!(error instanceof BaseError)) throw error
    return { status: 'refused', reason: error.message }
  }
}

/** An explorer's link, or a sentence, in which one address stands. */
function readExtracted(
  text: string,
  expected: string,
): AddressText | undefined {
  const found = extractAddresses(text)
  const [first] = found
  if (!first) return undefined
  if (found.some(({ address }) => address !== first.address))
    return {
      status: 'refused',
      reason: `The text contains ${found.length} addresses. Paste only one.`,
    }
  const broken = found.find(({ checksum }) => checksum === 'wrong')
  if (broken) return readWhole(text.slice(broken.start, broken.end), expected)
  const other = found.find(
    ({ shortName }) => shortName !== undefined && shortName !== expected,
  )?.shortName
  if (other) return { status: 'refused', reason: otherChain(other, expected) }
  return {
    status: 'address',
    address: first.address,
    checksum: first.checksum === 'right' ? 'right' : 'absent',
    extracted: true,
  }
}

function otherChain(shortName: string, expected: string): string {
  return `This address is for the network “${shortName}”, but this safe is on “${expected}”.`
}

function looksLikeName(text: string): boolean {
  return /^[^\s.:/]+(\.[^\s.:/]+)+$/u.test(text)
}

function explain(text: string): string {
  if (/^0x[0-9a-f]*$/i.test(text)) return explainLength(text.length - 2)
  return explainBech32(text) ?? 'Enter an address or the name of a contact.'
}

function explainLength(digits: number): string {
  if (digits === 64)
    return 'This is a hash or key with 64 digits. An address has 40.'
  return `An address has 40 digits after 0x, but this one has ${digits}.`
}

/** Only texts that were meant as one: a prefix, the separator, its letters. */
function explainBech32(text: string): string | undefined {
  if (!/^[a-z_]{1,12}1[a-z0-9]{6,}$/i.test(text)) return undefined
  try {
    return `This is ${describeBech32(text)}. It doesn’t work on this network: anything sent to it would not arrive.`
  } catch (error) {
    if (!(error instanceof BaseError)) throw error
    return `This looks like an invalid Bech32 address of another network. ${error.message}`
  }
}
