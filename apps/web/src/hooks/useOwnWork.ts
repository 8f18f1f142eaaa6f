import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Address } from 'viem'
import {
  type LocalTransaction,
  localTransactions,
} from '../preferences/localQueue.js'
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
  /** With signatures that the gateway has not, or not known to it at all. */
  kept: readonly { value: LocalTransaction }[] | undefined
}

/** Read once for a list; the same as long as nothing changes. */
export function useOwnWork(): OwnWork {
  const { data: account } = useQuery(accountQuery)
  const sent = useRecords(sentExecutions)
  const kept = useRecords(localTransactions)
  return useMemo(() => ({ account, sent, kept }), [account, sent, kept])
}

/** What this browser has of a transaction and the gateway has not. */
export function findKept(
  { kept }: OwnWork,
  id: string,
): LocalTransaction | undefined {
  return kept?.find(({ value }) => id.endsWith(value.safeTxHash))?.value
}
