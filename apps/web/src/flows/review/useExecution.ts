import { useQuery } from '@tanstack/react-query'
import type { Address } from 'viem'
import type { ChainConfig } from '../../trust/chainClient.js'
import type { SignableCheck } from '../../trust/checkSignable.js'
import type { Signable } from '../../trust/signable.js'
import { prepareExecution } from '../act/execute.js'
import { executionCostQuery } from '../act/executionCost.js'

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
  const cost = useQuery(
    executionCostQuery(chain, { execution, sender: account }),
  )
  return { ...cost, execution }
}
