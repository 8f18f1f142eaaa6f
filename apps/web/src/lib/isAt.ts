import type { Address } from 'viem'

type Place = { chainId: number; address: Address }

/** The same address on the same chain. */
export function isAt(one: Place, { chainId, address }: Place): boolean {
  return one.chainId === chainId && one.address === address
}
