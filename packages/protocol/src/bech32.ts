import { BaseError } from './errors.js'

/*
 * BIP-173 and BIP-350. No safe lives at such an address; people paste them
 * into the wrong field, and deserve to be told what they pasted.
 */

export type Bech32 = {
  prefix: string
  /** Five bits each, without the checksum. */
  words: number[]
  encoding: 'bech32' | 'bech32m'
}

const alphabet = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l'
const minimumLength = 8
const maximumLength = 90
const checksumLength = 6

export function decodeBech32(text: string): Bech32 {
  if (typeof text !== 'string') throw new Bech32TooShortError({ length: 0 })
  if (text.length < minimumLength)
    throw new Bech32TooShortError({ length: text.length })
  if (text.length > maximumLength)
    throw new Bech32TooLongError({ length: text.length })
  // Before letters are lowered: some foreign ones become ours by that.
  const foreign = /[^\x21-\x7e]/u.exec(text)?.[0]
  if (foreign !== undefined)
    throw new Bech32UnknownCharacterError({ character: foreign })
  const lower = text.toLowerCase()
  if (text !== lower && text !== text.toUpperCase())
    throw new Bech32MixedCaseError()
  const { prefix, data } = splitAtSeparator(lower)
  if (data.length < checksumLength)
    throw new Bech32DataTooShortError({ length: data.length })
  const words = [...data].map(toWord)
  return {
    prefix,
    words: words.slice(0, -checksumLength),
    encoding: checkEncoding(prefix, words),
  }
}

/** The network that uses the prefix, as far as we know it. */
export function describeBech32(text: string): string {
  const { prefix } = decodeBech32(text)
  const network = networks.get(prefix)
  if (!network) return `an address with the prefix "${prefix}"`
  return `an address of ${network}`
}

const networks: ReadonlyMap<string, string> = new Map([
  ['bc', 'Bitcoin'],
  ['tb', 'the Bitcoin test network'],
  ['bcrt', 'a local Bitcoin network'],
  ['ltc', 'Litecoin'],
  ['tltc', 'the Litecoin test network'],
  ['addr', 'Cardano'],
  ['addr_test', 'the Cardano test network'],
  ['stake', 'Cardano (stake)'],
  ['cosmos', 'Cosmos Hub'],
  ['osmo', 'Osmosis'],
  ['celestia', 'Celestia'],
  ['inj', 'Injective'],
  ['sei', 'Sei'],
  ['terra', 'Terra'],
  ['dydx', 'dYdX'],
  ['thor', 'THORChain'],
  ['one', 'Harmony'],
  ['zs', 'Zcash (shielded)'],
  ['u', 'Zcash (unified)'],
  ['erd', 'MultiversX'],
  ['bnb', 'BNB Beacon Chain'],
  ['npub', 'Nostr'],
])

function splitAtSeparator(text: string): { prefix: string; data: string } {
  const separator = text.lastIndexOf('1')
  if (separator < 0) throw new Bech32NoSeparatorError()
  if (separator === 0) throw new Bech32NoPrefixError()
  return { prefix: text.slice(0, separator), data: text.slice(separator + 1) }
}

function toWord(character: string): number {
  const word = alphabet.indexOf(character)
  if (word < 0) throw new Bech32UnknownCharacterError({ character })
  return word
}

function checkEncoding(prefix: string, words: number[]): Bech32['encoding'] {
  const checksum = polymod([...expandPrefix(prefix), ...words])
  if (checksum === 1) return 'bech32'
  if (checksum === 0x2bc830a3) return 'bech32m'
  throw new Bech32InvalidChecksumError()
}

/** High bits of every character, a zero, low bits of every character. */
function expandPrefix(prefix: string): number[] {
  const codes = [...prefix].map((character) => {
    const code = character.charCodeAt(0)
    if (character.length > 1 || code < 33 || code > 126)
      throw new Bech32UnknownCharacterError({ character })
    return code
  })
  return [
    ...codes.map((code) => code >> 5),
    0,
    ...codes.map((code) => code & 31),
  ]
}

const generator = [0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3]

function polymod(values: readonly number[]): number {
  let checksum = 1
  for (const value of values) {
    const top = checksum >>> 25
    checksum = ((checksum & 0x1ffffff) << 5) ^ value
    for (const [bit, factor] of generator.entries())
      if ((top >>> bit) & 1) checksum ^= factor
  }
  return checksum
}

export class Bech32TooShortError extends BaseError {
  override name = 'Bech32TooShortError'

  constructor({ length }: { length: number }) {
    super(
      `A Bech32 string has at least 8 characters, but this one has ${length}.`,
    )
  }
}

export class Bech32TooLongError extends BaseError {
  override name = 'Bech32TooLongError'

  constructor({ length }: { length: number }) {
    super(
      `A Bech32 string has at most 90 characters, but this one has ${length}.`,
    )
  }
}

export class Bech32MixedCaseError extends BaseError {
  override name = 'Bech32MixedCaseError'

  constructor() {
    super('A Bech32 string is all lower case or all upper case, not both.')
  }
}

export class Bech32NoSeparatorError extends BaseError {
  override name = 'Bech32NoSeparatorError'

  constructor() {
    super('A Bech32 string has the separator "1", but this one has none.')
  }
}

export class Bech32NoPrefixError extends BaseError {
  override name = 'Bech32NoPrefixError'

  constructor() {
    super('A Bech32 string has a prefix before the separator "1".')
  }
}

export class Bech32DataTooShortError extends BaseError {
  override name = 'Bech32DataTooShortError'

  constructor({ length }: { length: number }) {
    super(
      `A Bech32 string has at least 6 characters after the separator, but this one has ${length}.`,
    )
  }
}

export class Bech32UnknownCharacterError extends BaseError {
  override name = 'Bech32UnknownCharacterError'

  constructor({ character }: { character: string }) {
    super(`The character "${character}" does not occur in Bech32.`)
  }
}

export class Bech32InvalidChecksumError extends BaseError {
  override name = 'Bech32InvalidChecksumError'

  constructor() {
    super(
      'The Bech32 checksum does not match, so at least one character is wrong.',
    )
  }
}
