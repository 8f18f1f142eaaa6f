import { useQuery } from '@tanstack/react-query'
import { type Address, zeroAddress } from 'viem'
import { usePortfolio } from '../../hooks/usePortfolio.js'
import { readTokenText } from '../../lib/readTokenText.js'
import { chainBalancesQuery } from '../../trust/assets/balances.js'
import type { Provenance } from '../../trust/provenance.js'
import { toHeldTokens } from '../../understand/safe/heldTokens.js'
import type { Holding, Portfolio } from '../../understand/safe/portfolio.js'
import type { SafeScope } from '../../understand/safe/safePlace.js'
import type { SendableToken } from './checkPayments.js'

export type SendableTokens = {
  /** By address: all that the chain answered for. */
  tokens: ReadonlyMap<Address, SendableToken>
  /** Those to choose from. */
  offered: readonly SendableToken[]
  /** Of the amounts, once the chain has answered. */
  provenance: Provenance | undefined
  isReading: boolean
  /** The chain does not say what the safe has. */
  error: Error | null
}

/**
 * What the safe can send: the gateway says which tokens there are, the chain
 * how much of them. A token that only a row names is asked for as well, so
 * that sending needs no gateway.
 */
export function useTokens(
  { chain, address }: SafeScope,
  named: readonly string[],
): SendableTokens {
  const { portfolio, provenance, error } = usePortfolio({ chain, address })
  const listed = listVerified(portfolio)
  const known = new Set(listed.map(({ token }) => token))
  const others = listUnknown(named, known)
  const extra = useQuery(
    chainBalancesQuery({
      chain,
      holder: address,
      tokens: others.length > 0 ? others : undefined,
    }),
  )
  const tokens = new Map<Address, SendableToken>([
    ...(extra.data ? toHeldTokens(extra.data, chain) : []),
    ...listed.map((holding) => [holding.token, toToken(holding)] as const),
  ])
  const isListing = portfolio ? !provenance : error === null
  return {
    tokens,
    offered: listOffered(tokens, portfolio),
    provenance: provenance ?? extra.data?.provenance,
    isReading: isListing || (others.length > 0 && extra.isPending),
    error: extra.error,
  }
}

function listVerified(portfolio: Portfolio | undefined): Holding[] {
  if (!portfolio) return []
  return [...portfolio.shown, ...portfolio.dust, ...portfolio.hidden].filter(
    ({ isVerified }) => isVerified,
  )
}

function listUnknown(
  named: readonly string[],
  known: ReadonlySet<Address>,
): Address[] {
  const wanted = named.flatMap((text) => readTokenText(text).token ?? [])
  return [...new Set([zeroAddress, ...wanted])].filter(
    (token) => !known.has(token),
  )
}

function toToken(holding: Holding): SendableToken {
  const { token, name, symbol, decimals, price, amount: balance } = holding
  return { token, name, symbol, decimals, price, balance }
}

/** The native currency first; what the reader hid is not offered. */
function listOffered(
  tokens: ReadonlyMap<Address, SendableToken>,
  portfolio: Portfolio | undefined,
): SendableToken[] {
  const order = [
    zeroAddress,
    ...(portfolio?.shown ?? []).map(({ token }) => token),
    ...(portfolio?.dust ?? []).map(({ token }) => token),
  ]
  return [...new Set(order)].flatMap((token) => tokens.get(token) ?? [])
}
