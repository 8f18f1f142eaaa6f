import { type Address, checksumAddress } from 'viem'
import { BaseError } from './errors.js'
import { addressWord, InvalidAddressError } from './word.js'

/** An address with the short name of its chain, EIP-3770: `eth:0x...`. */
export type PrefixedAddress = {
  shortName: string | undefined
  address: Address
}

/** As chains are listed: a hyphen only between letters or digits. */
export const shortNamePattern = '[a-z0-9](?:[a-z0-9-]{0,30}[a-z0-9])?'

const prefixedPattern = new RegExp(
  `^(?:(${shortNamePattern}):)?(0x[0-9a-fA-F]{40})$`,
)

/**
 * Reads what a person typed or pasted. An address in one letter case carries
 * no checksum and is taken; in mixed case the checksum (EIP-55) must be right.
 */
export function parsePrefixedAddress(text: string): PrefixedAddress {
  const match = typeof text === 'string' && prefixedPattern.exec(text.trim())
  if (!match) throw new InvalidAddressError({ address: text })
  return { shortName: match[1], address: parseChecksum(match[2] as Address) }
}

/** The address, provided that its prefix is absent or names this chain. */
export function parseAddressOnChain(
  text: string,
  { shortName: expected }: { shortName: string },
): Address {
  const { shortName, address } = parsePrefixedAddress(text)
  if (shortName !== undefined && shortName !== expected)
    throw new ChainPrefixMismatchError({ shortName, expected })
  return address
}

export function formatPrefixedAddress({
  shortName,
  address,
}: {
  shortName: string
  address: Address
}): string {
  const digits = addressWord(address).slice(24)
  return `${shortName}:${checksumAddress(`0x${digits}`)}`
}

export type ChecksumState = 'right' | 'absent' | 'wrong'

/** EIP-55: mixed letter case is a checksum, one letter case is none. */
export function getChecksumState(address: Address): ChecksumState {
  addressWord(address)
  if (address === checksumAddress(address)) return 'right'
  const digits = address.slice(2)
  if (digits === digits.toLowerCase() || digits === digits.toUpperCase())
    return 'absent'
  return 'wrong'
}

function parseChecksum(address: Address): Address {
  if (getChecksumState(address) === 'wrong')
    throw new WrongChecksumError({ address })
  return checksumAddress(address)
}

export class WrongChecksumError extends BaseError {
  override name = 'WrongChecksumError'

  constructor({ address }: { address: Address }) {
    super(
      `The capital letters of ${address} do not match its digits, so at least one character is wrong. Copy the address again.`,
    )
  }
}

export class ChainPrefixMismatchError extends BaseError {
  override name = 'ChainPrefixMismatchError'

  constructor({
    shortName,
    expected,
  }: {
    shortName: string
    expected: string
  }) {
    super(
      `This address is for the network "${shortName}". Enter an address for "${expected}".`,
    )
  }
}
