import {
  BaseError,
  findChainByShortName,
  formatPrefixedAddress,
  parsePrefixedAddress,
} from '@covault/protocol'
import type { Address } from 'viem'

/** What `?safe=<shortName>:<address>` says, or why it says nothing. */
export type SafeParameter<Chain> =
  | { status: 'absent' }
  | { status: 'malformed'; text: string; reason: string }
  | { status: 'noPrefix'; address: Address }
  | { status: 'unknownPrefix'; shortName: string }
  | { status: 'unconfiguredChain'; name: string }
  | { status: 'named'; chain: Chain; address: Address }

export function readSafeParameter<Chain extends { shortName: string }>(
  text: string | undefined,
  chains: readonly Chain[],
): SafeParameter<Chain> {
  if (!text) return { status: 'absent' }
  try {
    const { shortName, address } = parsePrefixedAddress(text)
    if (shortName === undefined) return { status: 'noPrefix', address }
    const chain = chains.find((one) => one.shortName === shortName)
    if (chain) return { status: 'named', chain, address }
    const known = findChainByShortName(shortName)
    if (known) return { status: 'unconfiguredChain', name: known.name }
    return { status: 'unknownPrefix', shortName }
  } catch (error) {
    if (!(error instanceof BaseError)) throw error
    return { status: 'malformed', text, reason: error.message }
  }
}

/** The other direction, for links. */
export function toSafeSearch(place: {
  chain: { shortName: string }
  address: Address
}): { safe: string } {
  const { chain, address } = place
  return {
    safe: formatPrefixedAddress({ shortName: chain.shortName, address }),
  }
}
