import {
  getTransactionHistory,
  type HistoryItem,
  type SafeReference,
} from '@covault/api'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import type { Address } from 'viem'
import { readPaidOnChain } from '../trust/assets/paidOnChain.js'
import { type ChainConfig, createChainClient } from '../trust/chainClient.js'
import { readSharedHead } from '../trust/head.js'
import { gatewayKey } from './gatewayKey.js'
import { type HistoryPage, historyQuery, readHistory } from './transactions.js'

/** So many pages of the past are looked through. */
const mostPages = 4

export type Counterparties = {
  /** Newest first, as far as it goes. */
  paid: readonly Address[]
  /** Both could be asked; else nobody knows who is missing. */
  isWhole: boolean
}

/**
 * Whom the safe has paid: with tokens as the chain's logs say, in every way as
 * the gateway tells it. Nothing that others sent counts, and nothing without
 * value: such transfers are made to be found in a history.
 */
export function counterpartiesQuery({
  chain,
  address,
}: {
  chain: ChainConfig
  address: Address
}) {
  const { chainId } = chain
  return queryOptions({
    queryKey: gatewayKey(getTransactionHistory, {
      safes: [{ chainId, address }],
      asked: 'counterparties',
    }),
    queryFn: async ({ client: cache, signal }): Promise<Counterparties> => {
      const answers = await Promise.allSettled([
        readTold(cache, { chainId, address, signal }),
        readLogged(cache, chain, address),
      ])
      return {
        paid: [
          ...new Set(
            answers.flatMap((one) =>
              one.status === 'fulfilled' ? one.value : [],
            ),
          ),
        ],
        isWhole: answers.every(({ status }) => status === 'fulfilled'),
      }
    },
    staleTime: 5 * 60_000,
  })
}

async function readLogged(
  cache: QueryClient,
  chain: ChainConfig,
  address: Address,
): Promise<Address[]> {
  const { number: head } = await readSharedHead(cache, chain)
  return readPaidOnChain(createChainClient(chain), { address, head })
}

async function readTold(
  cache: QueryClient,
  {
    chainId,
    address,
    signal,
  }: { chainId: number; address: Address; signal: AbortSignal },
): Promise<Address[]> {
  const place = { chainId, address }
  const found = new Set<Address>()
  let url = ''
  for (let page = 0; page < mostPages; page += 1) {
    const { results, next } =
      (url === '' && findShown(cache, place)) ||
      (await readHistory(place, { kind: 'all' }, { url, signal }))
    for (const item of results)
      for (const recipient of readRecipient(item)) found.add(recipient)
    if (!next) break
    url = next
  }
  return [...found]
}

/** Home and history have just asked for the newest page themselves. */
function findShown(
  cache: QueryClient,
  place: SafeReference,
): HistoryPage | undefined {
  const state = cache.getQueryState(historyQuery(place).queryKey)
  const [first, ...more] = state?.data?.pages ?? []
  const isCurrent =
    state && !state.isInvalidated && Date.now() - state.dataUpdatedAt < 10_000
  // When a page was read is known only of one alone.
  const isFirst = first?.place.url === '' && more.length === 0
  return isCurrent && isFirst ? first : undefined
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
