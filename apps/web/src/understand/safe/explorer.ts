import { findChain } from '@covault/protocol'
import type { Address, Hex } from 'viem'

/** Our own table says where it leads, not the gateway. */
export function findExplorerLink(
  chainId: number,
  about: { address: Address } | { txHash: Hex },
): { href: string; label: string } | undefined {
  const explorer = findChain(chainId)?.blockExplorer
  if (!explorer) return undefined
  const href =
    'address' in about
      ? explorer.address.replace('{{address}}', about.address)
      : explorer.txHash.replace('{{txHash}}', about.txHash)
  return { href, label: `Open on ${explorer.name}` }
}
