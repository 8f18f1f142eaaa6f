import type { Address } from 'viem'
import { addressWord } from './word.js'

/**
 * Poisoning: an attacker grinds an address whose ends equal those of a known
 * one, because people and shortened displays compare only the ends.
 */
export type LookAlike = {
  known: Address
  /** Both ends are what people compare; one end alone may be chance. */
  severity: 'danger' | 'warning'
  /** Equal hexadecimal digits after 0x and at the end. */
  leading: number
  trailing: number
}

/** Who is imitated. */
export type KnownKind = 'contact' | 'owner' | 'safe' | 'counterparty'

export type KnownLookAlike = Readonly<LookAlike> & { readonly kind: KnownKind }

/** Compares one address with one that is known; equal ones are no imitation. */
export function compareLookAlike(
  address: Address,
  known: Address,
): LookAlike | undefined {
  const digits = addressWord(address).slice(24)
  const knownDigits = addressWord(known).slice(24)
  if (digits === knownDigits) return undefined
  const leading = countLeading(digits, knownDigits)
  const trailing = countLeading(reverse(digits), reverse(knownDigits))
  const severity = getSeverity({ leading, trailing })
  return severity && { known, severity, leading, trailing }
}

/** All known addresses that this one could be mistaken for, worst first. */
export function findLookAlikes(
  address: Address,
  known: readonly Address[],
): LookAlike[] {
  return known
    .flatMap((candidate) => compareLookAlike(address, candidate) ?? [])
    .sort((a, b) => rank(b) - rank(a))
}

function rank({ severity, leading, trailing }: LookAlike): number {
  return (severity === 'danger' ? 100 : 0) + leading + trailing
}

function getSeverity({
  leading,
  trailing,
}: {
  leading: number
  trailing: number
}): LookAlike['severity'] | undefined {
  if (leading >= 4 && trailing >= 4) return 'danger'
  if (leading >= 6 || trailing >= 6) return 'warning'
  return undefined
}

function countLeading(a: string, b: string): number {
  const different = [...a].findIndex((digit, index) => digit !== b[index])
  return different === -1 ? a.length : different
}

function reverse(text: string): string {
  return [...text].reverse().join('')
}
