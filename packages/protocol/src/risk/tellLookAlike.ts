import type { Address } from 'viem'
import type { KnownKind, KnownLookAlike } from '../lookAlike.js'
import { party } from '../tell/parts.js'
import type { Words } from '../tell/telling.js'

/** What is said of an imitation in what is about to be signed. */
export function tellLookAlike(
  lookAlike: KnownLookAlike & { address: Address },
  signed: 'transaction' | 'message',
) {
  const { address, known, kind, severity } = lookAlike
  const words: Words = [
    party(address),
    ` is not ${knownWords[kind]} `,
    party(known),
    `: ${describeEnds(lookAlike)} are the same, the others differ. Such addresses are made to be mistaken for one another.`,
  ]
  const consequence: Words = [
    party(address),
    `, which only looks like ${knownWords[kind]} `,
    party(known),
    `, will get what this ${signed} gives`,
  ]
  return {
    severity,
    lookAlike,
    words,
    consequence,
  }
}

const knownWords = {
  contact: 'your contact',
  owner: 'the owner',
  safe: 'your safe',
  counterparty: 'the earlier recipient',
} as const satisfies Record<KnownKind, string>

function describeEnds({
  leading,
  trailing,
}: Pick<KnownLookAlike, 'leading' | 'trailing'>): string {
  if (leading === 0) return `the last ${trailing} digits`
  if (trailing === 0) return `the first ${leading} digits`
  return `the first ${leading} and the last ${trailing} digits`
}
