import type { HistoryItem, QueueItem } from '@covault/api'
import type { Address } from 'viem'
import type { News } from '../preferences/notices.js'

type Found = Pick<News, 'about' | 'id' | 'nonce'>

/** Milliseconds: what was executed longer ago is no news. */
const recent = 600_000

/** What a change of the queue means to this reader. */
export function readQueueNews(
  items: readonly QueueItem[],
  {
    changed,
    account,
    safe,
  }: {
    /** The transaction that the event is about. */
    changed: string | null
    account: Address | null | undefined
    safe: { owners: readonly Address[]; nonce: bigint } | undefined
  },
): Found[] {
  // Others can do nothing about it.
  if (!account || !safe?.owners.includes(account)) return []
  return items.flatMap((item): Found[] => {
    if (item.type !== 'TRANSACTION') return []
    const { id, txStatus, executionInfo } = item.transaction
    if (executionInfo?.type !== 'MULTISIG') return []
    const { nonce, missingSigners } = executionInfo
    if (txStatus === 'AWAITING_EXECUTION' && nonce === safe.nonce)
      return [{ about: 'executable', id, nonce }]
    const isMissing = missingSigners?.some(({ value }) => value === account)
    return id === changed && isMissing ? [{ about: 'waits', id, nonce }] : []
  })
}

/** The transaction of an event, for those who have nothing to do about it. */
export function readChange(
  items: readonly QueueItem[],
  changed: string | null,
): Found[] {
  return items.flatMap((item): Found[] => {
    if (item.type !== 'TRANSACTION' || item.transaction.id !== changed)
      return []
    const { id, executionInfo } = item.transaction
    return executionInfo?.type === 'MULTISIG'
      ? [{ about: 'queue', id, nonce: executionInfo.nonce }]
      : []
  })
}

/** What has just happened on chain: executed, well or not, or received. */
export function readHistoryNews(
  items: readonly HistoryItem[],
  { now }: { now: number },
): Found[] {
  return items.flatMap((item): Found[] => {
    if (item.type !== 'TRANSACTION') return []
    const { id, txStatus, timestamp, executionInfo } = item.transaction
    if (timestamp < now - recent) return []
    if (executionInfo?.type !== 'MULTISIG') return [{ about: 'history', id }]
    const { nonce } = executionInfo
    if (txStatus === 'SUCCESS') return [{ about: 'executed', id, nonce }]
    return txStatus === 'FAILED' ? [{ about: 'failed', id, nonce }] : []
  })
}
