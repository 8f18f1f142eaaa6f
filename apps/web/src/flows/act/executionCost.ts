import { queryOptions, skipToken } from '@tanstack/react-query'
import { type Address, keccak256 } from 'viem'
import { pollInterval } from '../../lib/timing.js'
import { type ChainConfig, createChainClient } from '../../trust/chainClient.js'
import {
  type Execution,
  type ExecutionCost,
  ExecutionWouldFailError,
  estimateExecution,
} from './execute.js'

/** The exact call, tried out at the newest block again and again. */
export function executionCostQuery(
  chain: ChainConfig,
  {
    execution,
    sender,
    explain,
  }: {
    /** Undefined: there is nothing to execute, or nobody to do it. */
    execution: Execution | undefined
    sender: Address | undefined
    /** Where more can be said of why it would fail. */
    explain?: (sender: Address) => Promise<Error | undefined>
  },
) {
  return queryOptions({
    queryKey: [
      'executionCost',
      chain.chainId,
      sender,
      execution && keccak256(execution.data),
    ],
    queryFn:
      execution && sender
        ? async (): Promise<ExecutionCost> => {
            try {
              return await estimateExecution(createChainClient(chain), {
                chain,
                execution,
                sender,
              })
            } catch (error) {
              if (!(error instanceof ExecutionWouldFailError)) throw error
              throw (await explain?.(sender)) ?? error
            }
          }
        : skipToken,
    refetchInterval: 3 * pollInterval,
    staleTime: 0,
  })
}
