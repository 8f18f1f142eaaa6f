import {
  call,
  type EndpointQuery,
  type EndpointResponse,
  getMovementSums,
  getMovements,
  type HistoryItem,
  type Page,
  type SafeReference,
  type TransactionSummary,
} from '@covault/api'
import { queryOptions } from '@tanstack/react-query'
import { type Address, getAddress, type Hex, isAddress } from 'viem'
import { addressBook } from '../preferences/addressBook.js'
import { movementLabels, searchLabels } from '../preferences/movementLabels.js'
import { gateway } from './gateway.js'
import { gatewayKey } from './gatewayKey.js'

/** Which part of the past is looked at: all entries, or movements of value. */
export type HistoryFilter = {
  kind: 'all' | 'incoming' | 'outgoing' | 'module'
  /** Days of the reader's calendar, `2026-11-14`, both included. */
  from?: string | undefined
  to?: string | undefined
  /** The zero address is the native currency. */
  token?: Address | undefined
  /** Of the token, or of the native currency: `0.5`. Both are part of it. */
  least?: string | undefined
  most?: string | undefined
  /** An address, or a part of one of the reader's own names. */
  party?: string | undefined
  nonce?: string | undefined
  module?: Address | undefined
  /** A part of what the reader has written to a movement. */
  label?: string | undefined
  /** Also unknown tokens and transfers that imitate an address. */
  suspicious?: boolean | undefined
  /** What transactions cost is no part of sums and exports. */
  withoutFees?: boolean | undefined
}

export const firstPage = { limit: 50, offset: 0, after: null }
const largestPage = { ...firstPage, limit: 200 }

export type Movement = EndpointResponse<typeof getMovements>['results'][number]

/** Entries that moved nothing have no part in what a filter finds. */
export function isFiltered(filter: HistoryFilter): boolean {
  const { kind, suspicious: _, withoutFees: __, ...fields } = filter
  return kind !== 'all' || Object.values(fields).some(Boolean)
}

/** How many movements pass a filter, and how much came and went of each token. */
export function movementSumsQuery(
  { chainId, address }: SafeReference,
  filter: HistoryFilter,
) {
  const queries = toQueries({ chainId, address }, filter)
  return queryOptions({
    queryKey: gatewayKey(getMovementSums, {
      safes: [{ chainId, address }],
      asked: toKey({ chainId, address }, filter),
    }),
    queryFn: async ({ signal }) => {
      const params = { chainId, address }
      const answers = await Promise.all(
        queries.map((query) =>
          call(gateway, getMovementSums, { params, query, signal }),
        ),
      )
      return answers.length === 1 && answers[0] ? answers[0] : addSums(answers)
    },
  })
}

type Sums = EndpointResponse<typeof getMovementSums>

/** A transaction that two of them moved with has its fee counted twice: it is not said. */
function addSums(answers: readonly Sums[]): Sums {
  const sums = new Map<Address, Sums['sums'][number]>()
  for (const sum of answers.flatMap((answer) => answer.sums)) {
    const {
      incoming = 0n,
      outgoing = 0n,
      count = 0,
    } = sums.get(sum.tokenAddress) ?? {}
    sums.set(sum.tokenAddress, {
      ...sum,
      incoming: sum.incoming + incoming,
      outgoing: sum.outgoing + outgoing,
      count: sum.count + count,
    })
  }
  return {
    count: answers.reduce((all, { count }) => all + count, 0),
    fees: { total: 0n, count: 0, unknown: 0 },
    leftOut: [],
    sums: [...sums.values()],
  }
}

/** A transaction that moves more is told by its first ones. */
const mostPagesOfOne = 20
export const mostOfOne = mostPagesOfOne * firstPage.limit

/** Everything that one transaction moved for a safe, worthless or not. */
export function movementsOfQuery(
  { chainId, address }: SafeReference,
  txHash: Hex,
) {
  return queryOptions({
    queryKey: gatewayKey(getMovements, {
      safes: [{ chainId, address }],
      asked: txHash,
    }),
    queryFn: async ({ signal }) => {
      const movements: Movement[] = []
      let url: string | null = ''
      for (let pages = 0; url !== null && pages < mostPagesOfOne; pages++) {
        const params = { chainId, address }
        const query = {
          trusted: false,
          signers: false,
          tx_hash: txHash,
          cursor: firstPage,
        }
        const page: Page<Movement> = await call(gateway, getMovements, {
          ...(url ? { pageUrl: url } : { params, query }),
          signal,
        })
        movements.push(...page.results)
        url = page.next
      }
      return movements
    },
  })
}

/** A page of movements as entries of the history, which open what moved them. */
export async function readMovements(
  { chainId, address }: SafeReference,
  filter: HistoryFilter,
  { url, signal }: { url: string; signal: AbortSignal },
): Promise<Page<HistoryItem>> {
  const page = await readMovementPage({ chainId, address }, filter, {
    url,
    signal,
  })
  return { ...page, results: page.results.map(toItem) }
}

export async function readMovementPage(
  { chainId, address }: SafeReference,
  filter: HistoryFilter,
  {
    url,
    signal,
    isWhole = false,
    list,
  }: {
    url: string
    signal: AbortSignal
    /** As much as the gateway gives at once, and who signed. */
    isWhole?: boolean
    /** What executions cost in place of what they moved. */
    list?: 'fees' | undefined
  },
): Promise<Page<Movement>> {
  const [part = '0', pageUrl] = url.split(' ')
  const queries = toQueries({ chainId, address }, filter)
  const at = Number(part)
  const asked = queries[at]
  if (!asked) return { count: 0, next: null, previous: null, results: [] }
  const params = { chainId, address }
  const query = isWhole
    ? { ...asked, list, signers: true, cursor: largestPage }
    : { ...asked, list, signers: false, cursor: firstPage }
  const page = await call(gateway, getMovements, {
    ...(pageUrl ? { pageUrl } : { params, query }),
    signal,
  })
  const next = page.next
    ? `${at} ${page.next}`
    : at + 1 < queries.length
      ? `${at + 1}`
      : null
  return { ...page, next }
}

/** What an answer depends on: names and labels too, which change. */
export function toKey(place: SafeReference, filter: HistoryFilter) {
  return toQueries(place, filter).map(({ nonce, ...query }) => ({
    ...query,
    nonce: filter.nonce,
  }))
}

/** More names or labels the gateway does not look for at once. */
const mostAtOnce = 50

/** What to ask one after the other, newest first; nothing where nothing can pass. */
function toQueries(
  { chainId, address }: SafeReference,
  filter: HistoryFilter,
): EndpointQuery<typeof getMovementSums>[] {
  const query = toQuery(filter)
  const parties = findParties(chainId, filter)
  const ids =
    filter.label &&
    searchLabels(movementLabels.read(), { chainId, address }, filter.label).map(
      ({ id }) => id,
    )
  return toParts(parties).flatMap((counterparty) =>
    toParts(ids || undefined).map((some) => ({
      ...query,
      counterparty: counterparty?.join(),
      ids: some?.join(';'),
    })),
  )
}

/** As many at once as the gateway looks for; one part without any where none are asked for. */
function toParts<item>(
  items: readonly item[] | undefined,
): (readonly item[] | undefined)[] {
  if (!items) return [undefined]
  return Array.from({ length: Math.ceil(items.length / mostAtOnce) }, (_, at) =>
    items.slice(at * mostAtOnce, (at + 1) * mostAtOnce),
  )
}

function toQuery(filter: HistoryFilter): EndpointQuery<typeof getMovementSums> {
  const { kind, from, to, token, least, most, nonce, module } = filter
  return {
    trusted: !filter.suspicious,
    direction: kind === 'incoming' || kind === 'outgoing' ? kind : undefined,
    by: kind === 'module' ? kind : undefined,
    token_address: token,
    amount__gte: least,
    amount__lte: most,
    nonce: nonce === undefined ? undefined : BigInt(nonce),
    module,
    // From the first second of the reader's day to the last.
    execution_date__gte: from && new Date(`${from}T00:00:00`).toISOString(),
    execution_date__lte: to && new Date(`${to}T23:59:59.999`).toISOString(),
  }
}

/** An address may have several names. */
function findParties(
  chainId: number,
  { party }: HistoryFilter,
): Address[] | undefined {
  if (!party) return undefined
  if (isAddress(party)) return [getAddress(party)]
  const part = party.toLowerCase()
  const found = addressBook
    .read()
    .filter(
      (contact) =>
        contact.chainId === chainId &&
        contact.name.toLowerCase().includes(part),
    )
    .map(({ address }) => address)
  return [...new Set(found)]
}

function toItem(movement: Movement): HistoryItem {
  return {
    type: 'TRANSACTION',
    conflictType: 'None',
    transaction: toSummary(movement),
  }
}

/** What moved represents the transaction that moved it. */
type MovementEntry = TransactionSummary & { opens: string }

/** What an entry opens: itself, or the transaction that moved something. */
export function findOpened(
  transaction: TransactionSummary | MovementEntry,
): string {
  return 'opens' in transaction ? transaction.opens : transaction.id
}

function toSummary(movement: Movement): MovementEntry {
  const { id, txHash, timestamp, nonce, module, note, fee } = movement
  const { direction, sender, recipient, transferInfo } = movement
  return {
    id,
    txHash,
    timestamp,
    txStatus: 'SUCCESS',
    txInfo: {
      type: 'Transfer',
      humanDescription: null,
      // Told from where it left: it is the reader's own safe on both sides.
      direction: direction === 'SELF' ? 'OUTGOING' : direction,
      ...{ sender, recipient, transferInfo },
    },
    executionInfo: module
      ? { type: 'MODULE', address: module }
      : nonce === null
        ? null
        : {
            type: 'MULTISIG',
            nonce,
            confirmationsRequired: 0,
            confirmationsSubmitted: 0,
            missingSigners: null,
          },
    safeAppInfo: null,
    note,
    fee,
    opens: movement.transactionId ?? id,
  }
}
