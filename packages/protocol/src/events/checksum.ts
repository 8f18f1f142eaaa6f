import { type Address, keccak256 } from 'viem'

/*
 * Decoded addresses are checksummed at once and remembered. Most words of a
 * backfill name the same few safes, owners and tokens, and a hash costs about
 * sixty times a look-up. Decoding to lower case and checksumming later would
 * win only for addresses seen once, and would let two spellings of one address
 * into the house. viem remembers too, but a hit there costs eight of ours and
 * its keys keep the whole log alive that an address was cut out of.
 */

/** Two generations of this size: about 4 MB when both are full. */
const generationSize = 8192

let recent = new Map<string, Address>()
let older = new Map<string, Address>()

/** EIP-55 of 40 lower-case hexadecimal digits. */
export function checksum(digits: string): Address {
  return recent.get(digits) ?? remember(digits)
}

function remember(digits: string): Address {
  const codes = toCodes(digits)
  const address = older.get(digits) ?? hashIntoCase(codes)
  if (recent.size >= generationSize) {
    older = recent
    recent = new Map()
  }
  // A new string: `digits` may be a slice, which keeps what it was cut out of.
  recent.set(String.fromCharCode(...codes), address)
  return address
}

function toCodes(digits: string): Uint8Array {
  const codes = new Uint8Array(40)
  for (let index = 0; index < 40; index++)
    codes[index] = digits.charCodeAt(index)
  return codes
}

const upperCaseDistance = 32
const firstLetter = 97

function hashIntoCase(codes: Uint8Array): Address {
  const hash = keccak256(codes, 'bytes')
  const cased = codes.map((code, index) => {
    const byte = hash[index >> 1] ?? 0
    const nibble = index % 2 === 0 ? byte >> 4 : byte & 15
    return code >= firstLetter && nibble >= 8 ? code - upperCaseDistance : code
  })
  return `0x${String.fromCharCode(...cased)}`
}
