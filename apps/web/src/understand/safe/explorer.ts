import type { Address, Hex } from 'viem'
import { toForeignText } from '../../lib/foreignText.js'
import { type Configured, findExplorer } from '../../trust/chainFacts.js'

/** Where more is told about an address or a transaction. */
export function findExplorerLink(
  chain: Configured,
  about: { address: Address } | { txHash: Hex },
): { href: string; label: string } | undefined {
  const explorer = findExplorer(chain)
  if (!explorer) return undefined
  const href =
    'address' in about
      ? explorer.address.replace('{{address}}', about.address)
      : explorer.txHash.replace('{{txHash}}', about.txHash)
  return { href, label: `Open on ${toForeignText(explorer.name, 60)}` }
}
