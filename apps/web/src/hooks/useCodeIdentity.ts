import { useQuery } from '@tanstack/react-query'
import type { Address } from 'viem'
import type { ChainConfig } from '../trust/chainClient.js'
import { contractsQuery } from '../trust/contracts.js'
import {
  type CodeIdentity,
  identifyCode,
} from '../understand/tell/codeIdentity.js'

/** Read from the chain by this browser; undefined until it has answered. */
export function useCodeIdentity(
  chain: ChainConfig,
  address: Address | undefined,
): CodeIdentity | undefined {
  const { data } = useQuery({
    ...contractsQuery(chain, address ? [address] : []),
    enabled: address !== undefined,
  })
  const [facts] = data ?? []
  if (!address || !facts) return undefined
  const { codeHash } = facts
  return identifyCode({ chainId: chain.chainId, address, codeHash })
}
