import type { SafeReference } from '@covault/api'
import { useQuery } from '@tanstack/react-query'
import type { Address } from 'viem'
import { appearance } from '../preferences/appearance.js'
import { usePreference } from '../preferences/preference.js'
import { tokenPreferences } from '../preferences/tokens.js'
import { balancesQuery } from '../queries/balances.js'
import { chainBalancesQuery } from '../trust/assets/balances.js'
import type { Provenance } from '../trust/provenance.js'
import { buildPortfolio, type Portfolio } from '../understand/safe/portfolio.js'
import type { SafeScope } from '../understand/safe/safePlace.js'

/** What `usePortfolio` asks the gateway, before there is anything to draw. */
export function firstBalances({ chainId, address }: SafeReference) {
  const { currency } = appearance.read()
  const { trustedOnly } = tokenPreferences.read()
  return balancesQuery({ chainId, address, currency, trustedOnly })
}

/** What a safe holds: listed by the gateway, counted by the chain. */
export function usePortfolio({ chain, address }: SafeScope): {
  portfolio: Portfolio | undefined
  /** Of the amounts, once the chain has answered. */
  provenance: Provenance | undefined
  /** The gateway does not answer: these are the tokens that are known here. */
  isFromChain: boolean
  /** When the gateway said its prices. */
  pricedAt: number
  currency: string
  error: Error | null
  refetch: () => Promise<unknown>
} {
  const { currency } = usePreference(appearance)
  const { trustedOnly, hideDust, hidden } = usePreference(tokenPreferences)
  const { chainId } = chain
  const balances = useQuery(
    balancesQuery({ chainId, address, currency, trustedOnly }),
  )
  const { data: onChain } = useQuery(
    chainBalancesQuery({
      chain,
      holder: address,
      tokens: balances.data?.items.map(({ tokenInfo }) => tokenInfo.address),
    }),
  )
  const isHidden = (token: Address) =>
    hidden.some((entry) => entry.chainId === chainId && entry.address === token)
  return {
    portfolio:
      balances.data &&
      buildPortfolio({
        items: balances.data.items,
        nativeCurrency: chain.nativeCurrency,
        onChain,
        isHidden,
        hideDust,
        currency,
      }),
    provenance: onChain?.provenance,
    isFromChain: balances.data?.isFromChain ?? false,
    pricedAt: balances.dataUpdatedAt,
    currency,
    error: balances.data ? null : balances.error,
    refetch: balances.refetch,
  }
}
