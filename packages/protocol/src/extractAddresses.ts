import { type Address, checksumAddress } from 'viem'
import {
  type ChecksumState,
  getChecksumState,
  shortNamePattern,
} from './prefixedAddress.js'

export type ExtractedAddress = {
  address: Address
  /** EIP-3770 prefix, if one stands directly before it. */
  shortName: string | undefined
  checksum: ChecksumState
  /** Position in the text, the prefix included. */
  start: number
  end: number
}

// Letters, digits and underscores around it would make it part of something
// else: a transaction hash, calldata, an identifier.
const addressInText = new RegExp(
  `(?:(?<![\\p{L}\\p{N}_-])(${shortNamePattern}):|(?<![\\p{L}\\p{N}_]))0[xX]([0-9a-fA-F]{40})(?![\\p{L}\\p{N}_])`,
  'gu',
)

/** All addresses in free text, in order, repeated ones included. */
export function extractAddresses(text: string): ExtractedAddress[] {
  if (typeof text !== 'string') return []
  return Array.from(text.matchAll(addressInText), (match) => {
    const address: Address = `0x${match[2]}`
    return {
      address: checksumAddress(address),
      shortName: match[1],
      checksum: getChecksumState(address),
      start: match.index,
      end: match.index + match[0].length,
    }
  })
}
