import { useQuery } from '@tanstack/react-query'
import { type Address, zeroAddress } from 'viem'
import type { ChainConfig } from '../trust/chainClient.js'
import { contractsQuery } from '../trust/contracts.js'

/**
 * What the chain says of a token: a gateway's word is not enough. The zero
 * address is the native currency.
 */
export function useTokenFacts(chain: ChainConfig, token: Address | undefined) {
  const asked = token && token !== zeroAddress ? [token] : []
  const { data, isPending } = useQuery({
    ...contractsQuery(chain, asked),
    enabled: asked.length > 0,
  })
  if (token === zeroAddress)
    return { token: chain.nativeCurrency, isReading: false, isAnswered: true }
  return {
    token: data?.[0]?.token,
    isReading: asked.length > 0 && isPending,
    /** Whether it is a token or not. */
    isAnswered: data !== undefined,
  }
}
