import { type Address, checksumAddress } from 'viem'
import { type ChecksumState, getChecksumState } from './prefixedAddress.js'

export type ExtractedAddress = {
  address: Address
  /** EIP-3770 prefix, if one stands directly before it. */
  shortName: string | undefined
  checksum: ChecksumState
  /** Position in the text, the prefix included. */
  start: number
  end: number
}

// Letters and digits around it would make it part of something else: a
// transaction hash, calldata, an identifier.
const addressInText =
  /(?<![0-9a-zA-Z])(?:([a-z0-9-]{1,32}):)?(0x[0-9a-fA-F]{40})(?![0-9a-zA-Z])/g

/** All addresses in free text, in order, repeated ones included. */
export function extractAddresses(text: string): ExtractedAddress[] {
  return Array.from(text.matchAll(addressInText), (match) => {
    const address = match[2] as Address
    return {
      address: checksumAddress(address),
      shortName: match[1],
      checksum: getChecksumState(address),
      start: match.index,
      end: match.index + match[0].length,
    }
  })
}
