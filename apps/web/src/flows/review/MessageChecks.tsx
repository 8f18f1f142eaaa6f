import type { UseQueryResult } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import { LazyMessageReasons } from '../../components/transaction/lazyReasons.js'
import type { ChainConfig } from '../../trust/chainClient.js'
import type { MessageCheck } from '../../trust/checkMessage.js'
import { Checks } from './Checks.js'

/** What was checked of a message, and why that is to be believed. */
export function MessageChecks({
  chain,
  check,
  ...known
}: {
  chain: ChainConfig
  check: Pick<UseQueryResult<MessageCheck>, 'data' | 'error' | 'refetch'>
} & Omit<ComponentProps<typeof LazyMessageReasons>, 'check'>) {
  return (
    <Checks check={check} chain={chain}>
      <LazyMessageReasons {...known} check={check.data} />
    </Checks>
  )
}
