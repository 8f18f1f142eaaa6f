import { wordlist } from '@scure/bip39/wordlists/english'

/** Six words of eleven bits each, to be read aloud and compared. */
export function toWords(hash: string): string {
  const bits = BigInt(hash) >> (256n - 66n)
  return Array.from({ length: 6 }, (_, at) => {
    const index = Number((bits >> BigInt(11 * (5 - at))) & 0x7ffn)
    return wordlist[index] ?? ''
  }).join(' ')
}
