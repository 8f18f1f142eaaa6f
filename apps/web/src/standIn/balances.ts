import type { SafeReference } from '@covault/api'
import type { QueryClient } from '@tanstack/react-query'
import { type Address, zeroAddress } from 'viem'
import type { BalancesAnswer } from '../queries/balances.js'
import { chainBalancesQuery } from '../trust/assets/balances.js'
import { pastQuery } from '../trust/past/past.js'
import {
  isAsListed,
  listListedTokens,
  listReadTokens,
  listSignedTokens,
} from './knownTokens.js'
import { findChainConfig } from './world.js'

type Reading = { amount: bigint; symbol: string; decimals: number }

/** Four calls of the node; a safe that has more has a gateway. */
const mostTokens = 400

/**
 * The native currency and the tokens that are known: those on a list, those of
 * the release that the safe has, and those that the safe's owners have signed for here; for whoever wants to see all,
 * also those that were moved in the last blocks or read by this browser before.
 * Nobody says what they are worth.
 */
export async function readKnownBalances(
  cache: QueryClient,
  { chainId, address, trustedOnly }: SafeReference & { trustedOnly: boolean },
): Promise<BalancesAnswer | undefined> {
  const chain = await findChainConfig(cache, chainId)
  if (!chain) return undefined
  const listed = await listListedTokens(cache, chainId)
  const signed = await listSignedTokens({ chainId, address })
  const others = trustedOnly
    ? []
    : [...(await listMoved()), ...listReadTokens(cache, chainId)]
  const tokens = [
    ...new Set([
      zeroAddress,
      ...listed.map((one) => one.address),
      ...signed,
      ...others,
    ]),
  ].slice(0, mostTokens)
  const held = await cache.fetchQuery(
    chainBalancesQuery({ chain, holder: address, tokens }),
  )
  return {
    isFromChain: true,
    fiatTotal: '0',
    items: [...held.tokens].filter(isShown).map(([token, reading]) => ({
      tokenInfo: {
        type: token === zeroAddress ? 'NATIVE_TOKEN' : 'ERC20',
        address: token,
        decimals: reading.decimals,
        symbol: reading.symbol,
        name:
          token === zeroAddress
            ? chain.nativeCurrency.name
            : (findListed(token, reading)?.name ?? ''),
        logoUri: null,
      },
      balance: reading.amount,
      fiatBalance: '0',
      fiatConversion: '0',
      fiatBalance24hChange: null,
    })),
  }

  function findListed(token: Address, { decimals }: Reading) {
    return listed.find(
      (one) => one.address === token && isAsListed(one, decimals),
    )
  }

  /** Nobody asked for what only the release names. */
  function isShown([token, reading]: [Address, Reading]): boolean {
    if (token === zeroAddress || [...signed, ...others].includes(token))
      return true
    const found = findListed(token, reading)
    return found?.isReleased ? reading.amount > 0n : found !== undefined
  }

  async function listMoved(): Promise<Address[]> {
    if (!chain) return []
    const { entries } = await cache.fetchQuery(pastQuery(chain, address))
    return entries.flatMap((entry) =>
      entry.kind === 'transfer' && !entry.isCollectible
        ? (entry.token ?? [])
        : [],
    )
  }
}
