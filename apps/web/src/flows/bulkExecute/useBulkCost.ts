import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Address } from 'viem'
import type { ChainConfig } from '../../trust/chainClient.js'
import { executionCostQuery } from '../act/executionCost.js'
import { findFailing } from './findFailing.js'
import { encodeBulk } from './planBulk.js'
import type { BulkEntry } from './useBulk.js'

/** All of them as one call, and what it costs or why it would fail. */
export function useBulkCost(
  chain: ChainConfig,
  {
    entries,
    sender,
  }: { entries: readonly BulkEntry[]; sender: Address | undefined },
) {
  const execution = useMemo(() => encodeBulk(chain, entries), [chain, entries])
  const cost = useQuery(
    executionCostQuery(chain, {
      execution,
      sender,
      explain: (from) => findFailing({ chain, entries, sender: from }),
    }),
  )
  return { execution, cost }
}
