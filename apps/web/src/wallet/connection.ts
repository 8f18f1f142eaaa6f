import { findChain } from '@covault/protocol'
import { queryOptions, skipToken } from '@tanstack/react-query'
import type { Address } from 'viem'
import { walletConstants } from './walletConstants.js'

/** Where the connection of the wallet stands. */
export type Connection = {
  status: 'disconnected' | 'connecting' | 'reconnecting' | 'connected'
  account: Address | null
  chainId: number | null
  /** "MetaMask", "Demo accounts": how the wallet calls itself. */
  walletName: string | null
}

/** On load: who was connected last is not known to be there yet. */
export function isReconnecting({ status, account }: Connection): boolean {
  return status === 'reconnecting' && account === null
}

/**
 * The connection, for pages that must not wait for the wallet layer. That
 * layer writes it when the wallet says so; nobody fetches it.
 */
export const connectionQuery = queryOptions<Connection>({
  queryKey: ['wallet', 'connection'],
  queryFn: skipToken,
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
})

/** What happened to the connection, in the spec's words. */
export type ConnectionEvent =
  | { type: 'connect'; account: Address; chainId: number }
  | { type: 'change'; account: Address; chainId: number }
  | { type: 'disconnect' }

export function compareConnections(
  before: Connection,
  after: Connection,
): ConnectionEvent | undefined {
  const { account, chainId } = after
  const isSame = before.account === account && before.chainId === chainId
  if (account === null || chainId === null)
    return before.account === null ? undefined : { type: 'disconnect' }
  if (before.account === null) return { type: 'connect', account, chainId }
  return isSame ? undefined : { type: 'change', account, chainId }
}

type Currency = { name: string; symbol: string; decimals: number }

/** A chain the wallet is on; one that the release does not know either has only a number. */
export function describeChain(
  chains: readonly {
    chainId: number
    name: string
    nativeCurrency: Currency
  }[],
  chainId: number,
): { name: string; nativeCurrency: Currency; unsupported: boolean } {
  const configured = chains.find((chain) => chain.chainId === chainId)
  const known = configured ?? findChain(chainId)
  return {
    name: known?.name ?? `Chain ${chainId}`,
    nativeCurrency: known?.nativeCurrency ?? walletConstants.fallbackCurrency,
    unsupported: !configured,
  }
}
