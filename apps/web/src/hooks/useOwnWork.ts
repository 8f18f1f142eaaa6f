import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Address } from 'viem'
import {
  type KeptSignature,
  keptSignatures,
} from '../preferences/keptSignatures.js'
import { useRecords } from '../preferences/records.js'
import {
  type SentExecution,
  sentExecutions,
} from '../preferences/sentExecutions.js'
import { accountQuery } from '../wallet/account.js'

/** What only this browser knows: who reads, and what of theirs is under way. */
export type OwnWork = {
  account: Address | null | undefined
  sent: readonly { value: SentExecution }[] | undefined
  kept: readonly { value: KeptSignature }[] | undefined
}

/** Read once for a list; the same as long as nothing changes. */
export function useOwnWork(): OwnWork {
  const { data: account } = useQuery(accountQuery)
  const sent = useRecords(sentExecutions)
  const kept = useRecords(keptSignatures)
  return useMemo(() => ({ account, sent, kept }), [account, sent, kept])
}
