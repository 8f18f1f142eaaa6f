import { BaseError, parseSafeVersion, type SafeDomain } from '@covault/protocol'
import type { Address } from 'viem'
import type { ChainConfig } from './chainClient.js'
import type { SafeState } from './safe.js'

/** The domain of signatures, from what the chain says of the safe. */
export function toDomain(
  { chainId }: Pick<ChainConfig, 'chainId'>,
  { address, version }: Pick<SafeState, 'address' | 'version'>,
): SafeDomain {
  const known = parseSafeVersion(version)?.version
  if (!known) throw new UnsupportedVersionError({ address, version })
  return { chainId, safe: address, version: known }
}

export class UnsupportedVersionError extends BaseError {
  constructor({ address, version }: { address: Address; version: string }) {
    super(
      `The safe ${address} reports version “${version}”. Covault doesn’t know how its owners sign, so nothing can be signed here.`,
    )
  }
}
