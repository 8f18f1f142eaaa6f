import type { Address } from 'viem'

const pattern = /^0x[0-9a-fA-F]{40}$/

/** Of any case: a wrong checksum in a fact must not make the fact vanish. */
export function isAddress(value: unknown): value is Address {
  return typeof value === 'string' && pattern.test(value)
}

export function isSameAddress(a: Address, b: Address): boolean {
  return a === b || a.toLowerCase() === b.toLowerCase()
}
