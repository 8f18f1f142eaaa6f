import { listAllowanceModules } from '@covault/protocol'
import type { Address } from 'viem'
import { formatAddress } from '../../lib/formatAddress.js'
import type { ChainConfig } from '../../trust/chainClient.js'
import type { NameOf } from './describeIntent.js'

/**
 * For rows: spending limits are known by the module's address, on networks
 * that are known to have them.
 */
export function nameModule(
  { chainId, local }: Pick<ChainConfig, 'chainId' | 'local'>,
  module: Address,
  nameOf: NameOf,
): string {
  const own = nameOf(module)
  const isLimit = listAllowanceModules(chainId).some(
    ({ address, chainIds }) =>
      address === module && (local || chainIds.includes(chainId)),
  )
  return !own && isLimit
    ? 'spending limit'
    : `module ${own ?? formatAddress(module, { digits: 4 })}`
}
