import type { TransactionSummary } from '@covault/api'
import type { TokenFacts } from '@covault/protocol'
import type { QueryClient } from '@tanstack/react-query'
import { balancesQuery } from '../queries/balances.js'
import { messagesQuery } from '../queries/messages.js'
import { historyQuery, queueQuery } from '../queries/transactions.js'
import { chainBalancesQuery } from '../trust/assets/balances.js'
import type { SignableKind } from '../trust/signable.js'
import { checkRow } from '../understand/rows/checkRow.js'
import {
  type ListedRow,
  listMessage,
  listTransaction,
} from '../understand/rows/listedRow.js'
import type { RowCheck } from '../understand/rows/rowCheck.js'
import { findStanding } from '../understand/rows/rowStanding.js'
import { buildPortfolio } from '../understand/safe/portfolio.js'
import type { SafePlace } from '../understand/safe/safePlace.js'
import { isToldOtherwise } from '../understand/tell/isToldOtherwise.js'
import { describeReported, toReported } from '../understand/tell/reported.js'
import { toRow } from '../understand/tell/row.js'
import { createCache, nameError, openPlace } from './reviewInNode.js'

/** What the lists show, by whose word it is shown. */
export type ShownLists = {
  /** As computed here or read from the chain. */
  facts: readonly string[]
  /** Under a mark that says that the gateway reports it. */
  reported: readonly string[]
  /** As something that does not agree. */
  refused: readonly string[]
}

export type ListsShown =
  | { kind: 'schema' | 'other'; words: string }
  | ({ kind: 'open' } & ShownLists)

/** Whose row is looked at; none: all of every list. */
type Asked = { safe: string; only?: string | undefined }

/** Queue, messages, history and tokens, as their pages put them together. */
export async function showLists({ safe, only }: Asked): Promise<ListsShown> {
  const cache = createCache()
  try {
    const place = await openPlace(cache, safe)
    const parts = await Promise.all([
      showPlace(place),
      showQueue(cache, { place, only }),
      showMessages(cache, { place, only }),
      ...(only ? [] : [showHistory(cache, place), showTokens(cache, place)]),
    ])
    const all = (of: keyof ShownLists) => parts.flatMap((one) => one[of])
    return {
      kind: 'open',
      facts: all('facts'),
      reported: all('reported'),
      refused: all('refused'),
    }
  } catch (error) {
    return { kind: nameError(error), words: String(error) }
  } finally {
    cache.clear()
  }
}

type Part = { place: SafePlace; only: string | undefined }

/** What stands around every list: the network, its currency, the safe. */
function showPlace({ chain, safe }: SafePlace): ShownLists {
  const { name, nativeCurrency, testnet } = chain
  const { owners, threshold, nonce } = safe
  const facts = [name, testnet, nativeCurrency.symbol, owners, threshold, nonce]
  return { facts: [facts.map(String).join(' ')], reported: [], refused: [] }
}

async function showQueue(
  cache: QueryClient,
  { place, only }: Part,
): Promise<ShownLists> {
  const { chain, address } = place
  const queue = await cache.fetchInfiniteQuery(
    queueQuery({ chainId: chain.chainId, address }),
  )
  const rows = queue.pages
    .flatMap(({ results }) => results)
    .flatMap((item) => (item.type === 'TRANSACTION' ? item.transaction : []))
    .filter(({ id }) => !only || id.endsWith(only))
  return join(rows.map((row) => showTransaction(cache, { place, row })))
}

async function showTransaction(
  cache: QueryClient,
  { place, row }: { place: SafePlace; row: TransactionSummary },
): Promise<ShownLists> {
  const { nativeCurrency } = place.chain
  const said = describe(row, nativeCurrency)
  const listed = listTransaction(row)
  if (!listed) return { facts: [], reported: [said], refused: [] }
  const check = await tryCheck(cache, { place, listed })
  const shown = showStanding(place, { listed, check })
  if (check?.status !== 'checked')
    return { ...shown, reported: [...shown.reported, said] }
  const { telling, judged } = check.meaning
  const isOther = isToldOtherwise(
    toReported(row.txInfo, { nativeCurrency }),
    judged.decoded.intent,
  )
  return {
    facts: [...shown.facts, `${check.hash} ${write(toRow(telling, noName))}`],
    // The note stands beside the sentence, with its own mark.
    reported: [...shown.reported, `${row.id} ${row.note}`],
    refused: [
      ...shown.refused,
      ...(isOther ? [`${check.hash} is told otherwise`] : []),
    ],
  }
}

async function showMessages(
  cache: QueryClient,
  { place, only }: Part,
): Promise<ShownLists> {
  const { chain, address } = place
  const list = await cache.fetchInfiniteQuery(
    messagesQuery({ chainId: chain.chainId, address }),
  )
  const rows = list.pages
    .flatMap(({ results }) => results)
    .flatMap((one) => (one.type === 'MESSAGE' ? one : []))
    .filter(({ messageHash }) => !only || messageHash === only)
  return join(
    rows.map(async (message) => {
      const listed = listMessage(message)
      const check = await tryCheck(cache, { place, listed })
      const shown = showStanding(place, { listed, check })
      const text = write(message.message)
      const { creationTimestamp, name, origin } = message
      const record = write([message.messageHash, creationTimestamp, name])
      return check?.status === 'checked'
        ? {
            ...shown,
            facts: [...shown.facts, `${check.hash} ${text}`],
            reported: [...shown.reported, record, write(origin)],
          }
        : { ...shown, reported: [...shown.reported, record, text] }
    }),
  )
}

async function showHistory(
  cache: QueryClient,
  { chain, address }: SafePlace,
): Promise<ShownLists> {
  const list = await cache.fetchInfiniteQuery(
    historyQuery({ chainId: chain.chainId, address }),
  )
  const reported = list.pages
    .flatMap(({ results }) => results)
    .flatMap((item) =>
      item.type === 'TRANSACTION'
        ? describe(item.transaction, chain.nativeCurrency)
        : [],
    )
  return { facts: [], reported, refused: [] }
}

async function showTokens(
  cache: QueryClient,
  { chain, address: holder }: SafePlace,
): Promise<ShownLists> {
  const { items } = await cache.fetchQuery(
    balancesQuery({
      ...{ chainId: chain.chainId, address: holder },
      ...{ currency: 'usd', trustedOnly: false },
    }),
  )
  const tokens = items.map(({ tokenInfo }) => tokenInfo.address)
  const onChain = await cache.fetchQuery(
    chainBalancesQuery({ chain, holder, tokens }),
  )
  const { nativeCurrency } = chain
  const { shown } = buildPortfolio({
    ...{ items, nativeCurrency, onChain, isHidden: () => false },
    ...{ hideDust: false, currency: 'usd' },
  })
  const facts = shown
    .filter(({ isVerified }) => isVerified)
    .map(({ token, symbol, amount, decimals }) =>
      write([token, symbol, amount, decimals]),
    )
  return { facts, reported: shown.map(write), refused: [] }
}

/** Signatures one by one: a withheld one makes no other a lie. */
function showStanding(
  { safe, chain }: SafePlace,
  { listed, check }: { listed: ListedRow; check: RowCheck | undefined },
): ShownLists {
  const standing = findStanding(listed, {
    ...{ safe, check, isFailed: check === undefined },
  })
  const { nonce, required, missing, doubt, isChecked } = standing
  const name = `${chain.chainId} ${listed.hash}`
  const signed = safe.owners.filter((owner) => !missing?.includes(owner))
  const lines = [
    `${name} nonce ${nonce}, ${required} required`,
    ...signed.map((owner) => `${name} signed by ${owner}`),
  ]
  return {
    facts: isChecked ? lines : [],
    reported: isChecked ? [] : [...lines, `${name} ${standing.status}`],
    refused: doubt ? [`${name} ${doubt}`] : [],
  }
}

/** Undefined: it could not be checked, and the row says so. */
async function tryCheck<Kind extends SignableKind>(
  cache: QueryClient,
  { place, listed }: { place: SafePlace; listed: ListedRow<Kind> },
): Promise<RowCheck<Kind> | undefined> {
  try {
    const { kind, subject } = listed
    return await checkRow(cache, { place, kind, subject })
  } catch (error) {
    nameError(error)
    return undefined
  }
}

const noName = () => undefined

function describe(row: TransactionSummary, nativeCurrency: TokenFacts): string {
  const { id, timestamp, txStatus, txHash, note, safeAppInfo } = row
  const words = describeReported(row, { nativeCurrency, nameOf: noName })
  const record = [id, timestamp, txStatus, txHash, note, safeAppInfo]
  return `${words} ${write([record, row.txInfo, row.executionInfo])}`
}

async function join(
  parts: readonly Promise<ShownLists>[],
): Promise<ShownLists> {
  const all = await Promise.all(parts)
  return {
    facts: all.flatMap(({ facts }) => facts),
    reported: all.flatMap(({ reported }) => reported),
    refused: all.flatMap(({ refused }) => refused),
  }
}

function write(value: unknown): string {
  return JSON.stringify(value, (_name, inner: unknown) =>
    typeof inner === 'bigint' ? String(inner) : inner,
  )
}
