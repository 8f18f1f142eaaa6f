/** A line that a reader must see before signing. */
export type Risk = { level: 'warning' | 'danger'; text: string }

/** What the reader says is known. */
export type Known = {
  safe: string
  /** Owners, contacts: what an imitation could be an imitation of. */
  addresses: readonly string[]
}

export const zero = `0x${'0'.repeat(40)}`
/** More tokens than anybody has: it means "any amount". */
export const unlimited = 1n << 95n

export const danger = (text: string): Risk => ({ level: 'danger', text })
export const warning = (text: string): Risk => ({ level: 'warning', text })

export function isKnown(address: string, known: Known): boolean {
  return address === known.safe || known.addresses.includes(address)
}
