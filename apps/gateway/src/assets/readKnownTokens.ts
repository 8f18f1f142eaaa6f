import { BaseError } from '@covault/protocol'
import type { Address } from 'viem'
import { readStoredTokens } from '../store/tokens.js'
import { type Assets, getChain } from './assets.js'
import { describeToken, readTokens, type Token } from './readTokens.js'

/** Of more than these, what is not known yet stays so. */
const mostLearned = 50

/**
 * Tokens among any addresses, for naming what lists show. While no node
 * answers, those that were seen before are still known.
 */
export async function readKnownTokens(
  assets: Assets,
  parameters: { chainId: number; addresses: readonly Address[] },
): Promise<Map<Address, Token>> {
  const { chainId, addresses } = parameters
  if (addresses.length === 0) return new Map()
  if (addresses.length <= mostLearned)
    try {
      return await readTokens(assets, { chainId, tokens: addresses })
    } catch (error) {
      if (!(error instanceof BaseError)) throw error
      assets.log.debug({ error }, 'New tokens could not be read')
    }
  const chain = getChain(assets, chainId)
  const stored = await readStoredTokens(assets.store, {
    chainId,
    tokens: addresses,
  })
  return new Map(
    addresses.flatMap((address) => {
      const token = describeToken(chain, {
        address,
        stored: stored.get(address),
      })
      return token ? [[address, token] as const] : []
    }),
  )
}
