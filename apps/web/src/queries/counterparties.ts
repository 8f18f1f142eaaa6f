import type { HistoryItem } from '@covault/api'
import { queryOptions } from '@tanstack/react-query'
import type { Address } from 'viem'
import { readHistory } from './transactions.js'

/** So many pages of the past are looked through. */
const mostPages = 4

/**
 * Whom the safe has paid, newest first, as the gateway tells it. Nothing that
 * others sent counts, and nothing without value: such transfers are made to be
 * found in a history.
 */
export function counterpartiesQuery({
  chainId,
  address,
}: {
  chainId: number
  address: Address
}) {
  return queryOptions({
    queryKey: ['gateway', 'counterparties', chainId, address],
    queryFn: async ({ signal }): Promise<Address[]> => {
      const found = new Set<Address>()
      let url = ''
      for (let page = 0; page < mostPages; page += 1) {
        const { results, next } = await readHistory(
          { chainId, address },
          { kind: 'all' },
          { url, signal },
        )
        for (const item of results)
          for (const recipient of readRecipient(item)) found.add(recipient)
        if (!next) break
        url = next
      }
      return [...found]
    },
    staleTime: 5 * 60_000,
  })
}

function readRecipient(item: HistoryItem): Address[] {
  if (item.type !== 'TRANSACTION') return []
  const { txInfo, txStatus } = item.transaction
  if (txInfo.type !== 'Transfer' || txInfo.direction !== 'OUTGOING') return []
  const { transferInfo, recipient } = txInfo
  const isReal = (() => {
    switch (transferInfo.type) {
      case 'NATIVE_COIN':
        return (transferInfo.value ?? 0n) > 0n
      case 'ERC20':
        return transferInfo.value > 0n && transferInfo.trusted !== false
      default:
        return false
    }
  })()
  return isReal && txStatus === 'SUCCESS' ? [recipient.value] : []
}
