import type { Address } from 'viem'

/** Malware that swaps addresses waits for somebody to copy one. */
const remembered = 5 * 60_000

let last: { address: Address; at: number } | undefined

export function rememberCopied(address: Address, at = Date.now()): void {
  last = { address, at }
}

/** The address that was copied here a moment ago, if another was pasted. */
export function findSwapped(
  pasted: Address,
  at = Date.now(),
): Address | undefined {
  if (!last || at - last.at > remembered) return undefined
  return last.address === pasted ? undefined : last.address
}
