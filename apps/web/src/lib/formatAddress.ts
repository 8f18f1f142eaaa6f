import type { Address } from 'viem'

/** `0x12345678…9abcdef0` for lists. Never where an address is decided on. */
export function formatAddress(
  address: Address,
  { digits = 8 }: { digits?: number } = {},
): string {
  return `${address.slice(0, 2 + digits)}…${address.slice(-digits)}`
}
