import type { TransactionSummary } from '@covault/api'
import type { QueryClient } from '@tanstack/react-query'
import type { Address } from 'viem'
import { type HistoryFilter, readHistory } from '../../queries/transactions.js'
import type { ChainConfig } from '../../trust/chainClient.js'
import { decimalsQuery } from '../../trust/contracts.js'
import { writeHistoryCsv } from './historyCsv.js'

/** Reads the filtered list to its end, page by page, and writes it down. */
export async function exportHistory(
  cache: QueryClient,
  {
    chain,
    address,
    filter,
    signal,
    onProgress,
  }: {
    chain: ChainConfig
    address: Address
    filter: HistoryFilter
    signal: AbortSignal
    onProgress: (rows: number) => void
  },
): Promise<{ text: string; count: number }> {
  const place = { chainId: chain.chainId, address }
  const found = new Map<string, TransactionSummary>()
  let url: string | null = ''
  while (url !== null) {
    const page: Awaited<ReturnType<typeof readHistory>> = await readHistory(
      place,
      filter,
      { url, signal },
    )
    for (const item of page.results)
      if (item.type === 'TRANSACTION')
        found.set(item.transaction.id, item.transaction)
    onProgress(found.size)
    signal.throwIfAborted()
    url = page.next
  }
  const transactions = [...found.values()]
  const decimals = await readAllDecimals(cache, chain, transactions)
  signal.throwIfAborted()
  const text = writeHistoryCsv(transactions, {
    decimalsOf: (token) => decimals.get(token),
    nativeSymbol: chain.nativeCurrency.symbol,
  })
  return { text, count: transactions.length }
}

async function readAllDecimals(
  cache: QueryClient,
  chain: ChainConfig,
  transactions: readonly TransactionSummary[],
): Promise<Map<Address, number>> {
  const tokens = new Set(
    transactions.flatMap(({ txInfo }) =>
      txInfo.type === 'Transfer' && txInfo.transferInfo.type === 'ERC20'
        ? txInfo.transferInfo.tokenAddress
        : [],
    ),
  )
  const answers = await Promise.all(
    [...tokens].map(async (token) => {
      const decimals = await cache.fetchQuery(decimalsQuery(chain, token))
      return [token, decimals] as const
    }),
  )
  return new Map(
    answers.flatMap(([token, decimals]) =>
      decimals === null ? [] : [[token, decimals] as const],
    ),
  )
}
