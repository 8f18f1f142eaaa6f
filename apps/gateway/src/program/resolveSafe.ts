import { parsePrefixedAddress } from '@covault/protocol'
import type { Address } from 'viem'
import type { ChainConfig } from '../chainsConfig.js'
import type { Config } from '../config.js'
import { UsageError } from './command.js'

export type SafeOnChain = { chain: ChainConfig; safe: Address }

/** The safe that an option names, on one of the configured networks. */
export function resolveSafe(
  { chains }: Pick<Config, 'chains'>,
  text: string | undefined,
): SafeOnChain {
  if (!text)
    throw new UsageError('Name the safe with its network: --safe eth:0x…')
  const { shortName, address: safe } = parsePrefixedAddress(text)
  const [only, ...others] = chains
  const chain =
    shortName === undefined && others.length === 0
      ? only
      : chains.find((known) => known.shortName === shortName)
  if (chain) return { chain, safe }
  const names = chains.map((known) => known.shortName).join(', ')
  throw new UsageError(
    shortName === undefined
      ? `Put the network before the address, such as ${chains[0]?.shortName}:${safe}. Configured: ${names}.`
      : `The network "${shortName}" is not configured. Configured: ${names}.`,
  )
}
