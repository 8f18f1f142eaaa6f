import { findChain } from '@covault/protocol'
import { useQuery } from '@tanstack/react-query'
import { type Address, keccak256 } from 'viem'
import { pollInterval } from '../../lib/timing.js'
import { type ChainConfig, createChainClient } from '../../trust/chainClient.js'
import type { SignableCheck } from '../../trust/checkSignable.js'
import type { Signable } from '../../trust/signable.js'
import {
  type ExecutionCost,
  estimateExecution,
  prepareExecution,
} from '../act/execute.js'

/** The exact call, tried out at the newest block. */
export function useExecution(
  {
    chain,
    account,
    signable,
    check,
  }: {
    chain: ChainConfig
    account: Address | undefined
    signable: Signable
    check: SignableCheck | undefined
  },
  isWanted: boolean,
) {
  const execution =
    isWanted &&
    signable.kind === 'transaction' &&
    account &&
    check &&
    !check.isRefused
      ? prepareExecution({
          safe: check.safe.address,
          transaction: signable.transaction,
          threshold: check.safe.threshold,
          owners: check.safe.owners,
          confirmations: check.confirmations,
          sender: account,
        })
      : undefined
  const cost = useQuery({
    queryKey: [
      'executionCost',
      chain.chainId,
      account,
      execution && keccak256(execution.data),
    ],
    queryFn: async (): Promise<ExecutionCost> => {
      if (!execution || !account) throw new TypeError('Nothing to execute')
      return estimateExecution(createChainClient(chain), {
        execution,
        sender: account,
        hasDynamicFees:
          findChain(chain.chainId)?.features.includes('EIP1559') ?? true,
      })
    },
    enabled: execution !== undefined,
    refetchInterval: 3 * pollInterval,
    staleTime: 0,
  })
  return { ...cost, execution }
}
