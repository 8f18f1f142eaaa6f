import { getTransactionHistory, type HistoryItem } from '@covault/api'
import { queryOptions } from '@tanstack/react-query'
import type { Address } from 'viem'
import { type ChainConfig, createChainClient } from '../trust/chainClient.js'
import { readHead } from '../trust/head.js'
import { readPaidOnChain } from '../trust/paidOnChain.js'
import { gatewayKey } from './gatewayKey.js'
import { readHistory } from './transactions.js'

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
    queryFn: async ({ signal }): Promise<Counterparties> => {
      const answers = await Promise.allSettled([
        readTold({ chainId, address, signal }),
        readLogged(chain, address),
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
  chain: ChainConfig,
  address: Address,
): Promise<Address[]> {
  const client = createChainClient(chain)
  const { number: head } = await readHead(client, chain)
  return readPaidOnChain(client, { address, head })
}

async function readTold({
  chainId,
  address,
  signal,
}: {
  chainId: number
  address: Address
  signal: AbortSignal
}): Promise<Address[]> {
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
