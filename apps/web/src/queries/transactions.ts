import {
  call,
  getMultisigTransactions,
  getTransaction,
  getTransactionHistory,
  getTransactionQueue,
  type HistoryItem,
  mayRecover,
  type Page,
  type SafeReference,
  type TransactionSummary,
} from '@covault/api'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { PastRange } from '../trust/past/pastRange.js'
import { gateway } from './gateway.js'
import { gatewayKey } from './gatewayKey.js'
import {
  detailLocal,
  joinTransaction,
  listLocalAt,
  readLocalTransaction,
} from './localSignables.js'
import {
  firstPage,
  type HistoryFilter,
  isFiltered,
  readMovements,
  toKey,
} from './movements.js'
import { recallTransaction } from './recall.js'
import { readDetails } from './together.js'

/** What waits, page by page, lowest nonce first. */
export function queueQuery({ chainId, address }: SafeReference) {
  return infiniteQueryOptions({
    queryKey: gatewayKey(getTransactionQueue, {
      safes: [{ chainId, address }],
    }),
    queryFn: ({ signal, pageParam }) =>
      call(gateway, getTransactionQueue, {
        ...(pageParam
          ? { pageUrl: pageParam }
          : {
              params: { chainId, safe_address: address },
              query: { cursor: firstPage },
            }),
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
  })
}

/** All that wait at one nonce, of which only one can be executed. */
export function conflictsQuery(place: AtNonce) {
  return queryOptions({
    queryKey: keyAt(place, 'conflicts'),
    queryFn: async ({ signal }) => {
      const asked = { executed: false, signal }
      const local = await listLocalAt(place, place.nonce)
      // What is here is shown at once. What the gateway may have is not nothing.
      const listed =
        local.length === 0
          ? await listAt(place, asked)
          : await listAt(place, { ...asked, retryLimit: 0 }).catch(
              () => undefined,
            )
      return {
        waiting: listOnce<Conflicting>([
          ...(listed ?? []).map((one) => ({ ...one, isOnlyHere: false })),
          ...local.map((one) => ({ ...one, isOnlyHere: true })),
        ]),
        isGatewayUnheard: listed === undefined,
      }
    },
  })
}

/** All that wait at the nonce but the one that is looked at. */
export function listOthers(
  waiting: readonly Conflicting[] = [],
  hash: string | undefined,
): readonly Conflicting[] {
  return waiting.filter(({ id }) => !hash || !id.endsWith(hash))
}

/** What took a nonce, where that can be told. */
export function executedAtQuery(place: AtNonce) {
  return queryOptions({
    queryKey: keyAt(place, 'executedAt'),
    queryFn: ({ signal }) => listAt(place, { executed: true, signal }),
  })
}

type AtNonce = SafeReference & { nonce: bigint }

/** One that waits at the nonce. */
export type Conflicting = TransactionSummary & {
  /** No gateway lists it. */
  isOnlyHere: boolean
}

function keyAt({ chainId, address, nonce }: AtNonce, about: string) {
  return gatewayKey(getMultisigTransactions, {
    safes: [{ chainId, address }],
    asked: { [about]: String(nonce) },
  })
}

/** What the gateway has at a nonce. */
async function listAt(
  { chainId, address, nonce }: AtNonce,
  {
    executed,
    ...how
  }: { executed: boolean; signal: AbortSignal; retryLimit?: number },
): Promise<TransactionSummary[]> {
  const { results } = await call(gateway, getMultisigTransactions, {
    params: { chainId, address },
    query: { nonce, executed },
    ...how,
  })
  return listOnce(
    results.flatMap((item) =>
      item.type === 'TRANSACTION' ? item.transaction : [],
    ),
  )
}

/** However often a list names one transaction, it is one. */
function listOnce<Listed extends TransactionSummary>(
  listed: readonly Listed[],
): Listed[] {
  const byId = new Map<string, Listed>()
  for (const one of listed) if (!byId.has(one.id)) byId.set(one.id, one)
  return [...byId.values()]
}

/**
 * Where a page begins, and which one comes before it: pages that were let go
 * are found again on the way back without any help of the server.
 */
export type HistoryPlace = { url: string; before: HistoryPlace | undefined }

type HistoryAnswer = Page<HistoryItem> & {
  /**
   * Of an answer in the gateway's place. What the gateway says itself never has
   * it: reading its answers leaves out fields that are not described.
   */
  past?: PastRange
}

export type HistoryPage = HistoryAnswer & { place: HistoryPlace }

const beginning: HistoryPlace = { url: '', before: undefined }

/** More are not kept: a list of years stays as small as one of weeks. */
const mostPages = 12

const everything: HistoryFilter = { kind: 'all' }

/** What was executed, page by page, newest first. */
export function historyQuery(
  place: SafeReference,
  filter: HistoryFilter = everything,
) {
  return infiniteQueryOptions({
    queryKey: gatewayKey(getTransactionHistory, {
      safes: [place],
      asked: isFiltered(filter) ? toKey(place, filter) : filter,
    }),
    queryFn: async ({ signal, pageParam }): Promise<HistoryPage> => ({
      ...(await readHistory(place, filter, { url: pageParam.url, signal })),
      place: pageParam,
    }),
    initialPageParam: beginning,
    getNextPageParam: ({ next }, _pages, before) =>
      next ? { url: next, before } : undefined,
    getPreviousPageParam: (_page, _pages, first) => first.before,
    maxPages: mostPages,
  })
}

/** One page of the past: the first one, or the one that a link leads to. */
export async function readHistory(
  { chainId, address }: SafeReference,
  filter: HistoryFilter,
  { url, signal }: { url: string; signal: AbortSignal },
): Promise<HistoryAnswer> {
  if (isFiltered(filter))
    return readMovements({ chainId, address }, filter, { url, signal })
  const query = {
    trusted: !filter.suspicious,
    imitation: Boolean(filter.suspicious),
    cursor: firstPage,
  }
  return call(gateway, getTransactionHistory, {
    ...(url
      ? { pageUrl: url }
      : { params: { chainId, safe_address: address }, query }),
    signal,
  })
}

/** One by the id that lists and links carry, with what only this browser has. */
export function transactionQuery({
  chainId,
  address,
  id,
}: SafeReference & { id: string }) {
  return queryOptions({
    queryKey: gatewayKey(getTransaction, {
      safes: [{ chainId, address }],
      asked: id,
    }),
    queryFn: async ({ signal }) => {
      const local = await readLocalTransaction({ chainId, address }, id)
      try {
        const place = { chainId, address }
        const details = await readDetails(place, id, {
          signal,
          // Nobody waits for a gateway that is away where there is a copy.
          ...(local && { retryLimit: 0 }),
        })
        return local ? joinTransaction(details, local) : details
      } catch (error) {
        // One that says no more than that it is busy hides what is known here.
        const recalled =
          local || mayRecover(error)
            ? await recallTransaction({ chainId, address }, id)
            : undefined
        if (!recalled) throw error
        return detailLocal(recalled)
      }
    },
  })
}
