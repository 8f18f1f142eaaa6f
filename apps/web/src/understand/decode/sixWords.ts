import type { Hex } from 'viem'
import { english } from 'viem/accounts'

const bitsInWord = 11

/** The first 66 bits of a hash as six words, to be read aloud and compared. */
export function toSixWords(hash: Hex): string {
  const bits = BigInt(hash).toString(2).padStart(256, '0')
  return Array.from({ length: 6 }, (_, at) => {
    const word = bits.slice(at * bitsInWord, (at + 1) * bitsInWord)
    return english[Number.parseInt(word, 2)]
  }).join(' ')
}
