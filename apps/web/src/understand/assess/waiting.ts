import { getTransactionQueue } from '@covault/api'
import type { WaitingTransaction } from '@covault/protocol'
import {
  type QueryClient,
  queryOptions,
  skipToken,
} from '@tanstack/react-query'
import { isAddressEqual } from 'viem'
import { gatewayKey } from '../../queries/gatewayKey.js'
import { detailLocal } from '../../queries/localSignables.js'
import { recallWaiting } from '../../queries/recall.js'
import { queueQuery, transactionQuery } from '../../queries/transactions.js'
import { decodeBytes } from '../decode/decodeTransaction.js'
import { readTransaction } from '../decode/readTransaction.js'
import type { OpenPlace, SafePlace } from '../safe/safePlace.js'

/** More are not read: what waits behind them is executed much later. */
const mostRead = 40

/**
 * What else waits in this safe, with all that it calls: what this browser has,
 * and what the gateway lists. Who does not answer is left out.
 */
export function waitingQuery({ chain, address, safe }: OpenPlace) {
  const { chainId } = chain
  return queryOptions({
    queryKey: gatewayKey(getTransactionQueue, {
      safes: [{ chainId, address }],
      asked: { waiting: String(safe?.nonce) },
    }),
    queryFn: safe
      ? ({ client }) => readWaiting(client, { chain, address, safe })
      : skipToken,
    staleTime: fresh,
  })
}

/** Milliseconds. Whatever touches the queue has it read again. */
const fresh = 30_000

async function readWaiting(
  client: QueryClient,
  place: SafePlace,
): Promise<WaitingTransaction[]> {
  const { chain, address, safe } = place
  const { chainId } = chain
  const recalled = await recallWaiting({ chainId, address }, safe.nonce)
  const ids = await listIds(client, place).catch(() => [])
  const told = await Promise.allSettled(
    ids
      .filter((id) =>
        recalled.every(({ safeTxHash }) => !id.endsWith(safeTxHash)),
      )
      .slice(0, mostRead)
      .map((id) =>
        client.fetchQuery({
          ...transactionQuery({ chainId, address, id }),
          staleTime: fresh,
        }),
      ),
  )
  return [
    ...recalled.map(detailLocal),
    ...told.flatMap((one) => (one.status === 'fulfilled' ? one.value : [])),
  ].flatMap((details) => {
    const { signed } = readTransaction(details, {
      ...{ chainId, address, version: safe.version },
    })
    if (!signed?.isAsClaimed) return []
    const { nonce } = signed.transaction
    const { tree } = decodeBytes({ chain, address }, signed)
    const calls = tree.calls.filter(
      ({ from }) => !from || isAddressEqual(from, address),
    )
    return nonce < safe.nonce ? [] : [{ nonce, calls: [...calls] }]
  })
}

async function listIds(
  client: QueryClient,
  { chain: { chainId }, address }: SafePlace,
): Promise<string[]> {
  const { pages } = await client.fetchInfiniteQuery({
    ...queueQuery({ chainId, address }),
    staleTime: fresh,
  })
  return pages
    .flatMap(({ results }) => results)
    .flatMap((item) => (item.type === 'TRANSACTION' ? item.transaction.id : []))
}
