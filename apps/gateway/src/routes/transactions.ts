import {
  estimateTransaction,
  getIncomingTransfers,
  getModuleTransactions,
  getMultisigTransactions,
  getTransaction,
  getTransactionHistory,
  getTransactionQueue,
  previewTransaction,
} from '@covault/api'
import type { FastifyInstance } from 'fastify'
import { parseUnits } from 'viem'
import { estimateSafeTxGas } from '../commands/estimateSafeTxGas.js'
import { readNonces } from '../commands/readNonces.js'
import { readSafeState } from '../commands/readSafeState.js'
import { type Context, getServedChain } from '../context.js'
import { InputFailure, NotFoundFailure } from '../failures.js'
import { type PagePlace, readPlace, toLinks } from '../http/links.js'
import { route, sharedRoute } from '../http/route.js'
import { readModuleTransactions } from '../store/moduleTransactions.js'
import type { StoredState } from '../store/safeStates.js'
import {
  readCount,
  readTimelinePage,
  type TimelineKey,
} from '../store/timeline.js'
import { readQueue, readTransactionList } from '../store/transactions.js'
import { readIncoming } from '../store/transferReads.js'
import { listTargets, openBook, type WireCall } from '../wire/chainBook.js'
import {
  type HistoryFilter,
  readCalendar,
  toSummaries,
  withDateLabels,
} from '../wire/history.js'
import { toQueueItems } from '../wire/queue.js'
import { toTransactionData } from '../wire/transactionData.js'
import { readDetails } from '../wire/transactionDetails.js'
import { parseTransactionId } from '../wire/transactionId.js'
import { toTransactionInfo } from '../wire/transactionInfo.js'
import {
  type SummaryWire,
  toItem,
  toModuleSummary,
  toMultisigSummary,
  toTransferSummary,
} from '../wire/transactionSummary.js'
import {
  readPlaceKey,
  readTimelineKey,
  readTransactionKey,
  writePlaceKey,
  writeTimelineKey,
  writeTransactionKey,
} from './pageKeys.js'
import { ofAddress, ofSafeAddress } from './safeOf.js'

export function transactionRoutes(
  app: FastifyInstance,
  context: Context,
): void {
  historyRoute(app, context)
  queueRoute(app, context)
  multisigRoute(app, context)
  moduleRoute(app, context)
  incomingRoute(app, context)
  singleRoutes(app, context)
}

const historyPage = { maximum: 100 }
const listPage = { maximum: 200 }

function historyRoute(app: FastifyInstance, context: Context): void {
  sharedRoute(
    app,
    getTransactionHistory,
    ofSafeAddress(context),
    async ({ params, query, request }) => {
      const { chainId, safe_address: safe } = params
      const toDay = readCalendar(query)
      const state = await readSafeState(context, { chainId, safe })
      const place = readPlace(query.cursor, historyPage)
      const [page, count] = await Promise.all([
        readHistory(context, { chainId, state, place, filter: query }),
        readCount(context.store, { chainId, safe, list: 'history' }),
      ])
      const last = page.next && writeTimelineKey(page.next)
      return {
        count,
        ...toLinks(request, place, last),
        results: withDateLabels(page.summaries, toDay),
      }
    },
  )
}

/** A filter may drop all of a page; this often we look for more. */
const mostRounds = 10

/** A page of what the filter leaves, and where the next one begins. */
async function readHistory(
  context: Context,
  parameters: {
    chainId: number
    state: StoredState
    place: PagePlace
    filter: HistoryFilter
  },
): Promise<{ summaries: SummaryWire[]; next: TimelineKey | undefined }> {
  const { chainId, state, place, filter } = parameters
  const { safe } = state
  const { limit } = place
  const summaries: SummaryWire[] = []
  let after = readTimelineKey(place.after)
  let offset = after ? 0 : place.offset
  for (let round = 0; round < mostRounds; round++) {
    const wanted = limit - summaries.length
    const entries = await readTimelinePage(context.store, {
      chainId,
      safe,
      limit: wanted + 1,
      offset,
      after,
    })
    const shown = entries.slice(0, wanted)
    summaries.push(
      ...(await toSummaries(context, {
        chainId,
        state,
        entries: shown,
        filter,
      })),
    )
    if (entries.length <= wanted) return { summaries, next: undefined }
    after = shown.at(-1)
    offset = 0
    if (summaries.length >= limit) break
  }
  return { summaries, next: after }
}

function queueRoute(app: FastifyInstance, context: Context): void {
  const { store, config } = context
  sharedRoute(
    app,
    getTransactionQueue,
    ofSafeAddress(context),
    async ({ params, query, request }) => {
      const { chainId, safe_address: safe } = params
      const state = await readSafeState(context, { chainId, safe })
      const place = readPlace(query.cursor, listPage)
      const after = readTransactionKey(place.after)
      // One neighbour on each side tells whether a conflict goes on there.
      const leading = after || place.offset === 0 ? 0 : 1
      const found = await readQueue(store, {
        chainId,
        safe,
        fromNonce: state.nonce,
        trusted: query.trusted,
        limit: leading + place.limit + 1,
        offset: after ? 0 : place.offset - leading,
        after,
      })
      const shown = found.slice(leading, leading + place.limit)
      const beyond = found[leading + place.limit]
      const book = await openBook(context, {
        chainId,
        addresses: shown.flatMap(({ fields }) =>
          fields ? listTargets(fields) : [],
        ),
      })
      const reading = { config, book, state, now: Date.now() }
      const results = toQueueItems(
        shown.map((transaction) => ({
          nonce: transaction.key.nonce,
          summary: toMultisigSummary(reading, transaction),
        })),
        {
          safeNonce: state.nonce,
          before: after?.nonce ?? (leading ? found[0]?.key.nonce : undefined),
          after: beyond?.key.nonce,
        },
      )
      const lastKey = beyond && shown.at(-1)?.key
      return {
        count: results.length,
        ...toLinks(request, place, lastKey && writeTransactionKey(lastKey)),
        results,
      }
    },
  )
}

function multisigRoute(app: FastifyInstance, context: Context): void {
  const { store, config } = context
  sharedRoute(
    app,
    getMultisigTransactions,
    ofAddress(context),
    async ({ params, query, request }) => {
      const { chainId, address: safe } = params
      const state = await readSafeState(context, { chainId, safe })
      const place = readPlace(query.cursor, listPage)
      const after = readTransactionKey(place.after)
      const found = await readTransactionList(store, {
        chainId,
        safe,
        filter: {
          executed: query.executed,
          nonce: query.nonce,
          to: query.to,
          value: readAmount(query.value, 18),
          executedFrom: readDate(
            query.execution_date__gte,
            'execution_date__gte',
          ),
          executedTo: readDate(
            query.execution_date__lte,
            'execution_date__lte',
          ),
        },
        limit: place.limit + 1,
        offset: after ? 0 : place.offset,
        after,
      })
      const shown = found.slice(0, place.limit)
      const book = await openBook(context, {
        chainId,
        addresses: shown.flatMap(({ fields }) =>
          fields ? listTargets(fields) : [],
        ),
      })
      const reading = { config, book, state, now: Date.now() }
      const lastKey = found.length > place.limit ? shown.at(-1)?.key : undefined
      return {
        ...toLinks(request, place, lastKey && writeTransactionKey(lastKey)),
        results: shown.map((transaction) =>
          toItem(toMultisigSummary(reading, transaction)),
        ),
      }
    },
  )
}

function moduleRoute(app: FastifyInstance, context: Context): void {
  const { store } = context
  sharedRoute(
    app,
    getModuleTransactions,
    ofAddress(context),
    async ({ params, query, request }) => {
      const { chainId, address: safe } = params
      await readSafeState(context, { chainId, safe })
      const place = readPlace(query.cursor, listPage)
      const after = readPlaceKey(place.after)
      const { to, module, transaction_hash: txHash } = query
      const found = await readModuleTransactions(store, {
        chainId,
        safe,
        filter: { to, module, txHash },
        limit: place.limit + 1,
        offset: after ? 0 : place.offset,
        after,
      })
      const shown = found.slice(0, place.limit)
      const book = await openBook(context, {
        chainId,
        addresses: shown.flatMap(({ call }) => (call ? listTargets(call) : [])),
      })
      const isFiltered = to || module || txHash
      const last = found.length > place.limit ? shown.at(-1) : undefined
      return {
        count: isFiltered
          ? null
          : await readCount(store, { chainId, safe, list: 'module' }),
        ...toLinks(request, place, last && writePlaceKey(last)),
        results: shown.map((transaction) =>
          toItem(toModuleSummary(book, transaction)),
        ),
      }
    },
  )
}

function incomingRoute(app: FastifyInstance, context: Context): void {
  const { store } = context
  sharedRoute(
    app,
    getIncomingTransfers,
    ofAddress(context),
    async ({ params, query, request }) => {
      const { chainId, address: safe } = params
      await readSafeState(context, { chainId, safe })
      const place = readPlace(query.cursor, listPage)
      const after = readPlaceKey(place.after)
      const token = query.token_address
      const decimals = token
        ? (await context.readTokens({ chainId, addresses: [token] })).get(token)
            ?.decimals
        : 18
      const found = await readIncoming(store, {
        chainId,
        safe,
        filter: {
          token,
          to: query.to,
          amount: readAmount(query.value, decimals ?? 18),
          executedFrom: readDate(
            query.execution_date__gte,
            'execution_date__gte',
          ),
          executedTo: readDate(
            query.execution_date__lte,
            'execution_date__lte',
          ),
        },
        limit: place.limit + 1,
        offset: after ? 0 : place.offset,
        after,
      })
      const shown = found.slice(0, place.limit)
      const book = await openBook(context, {
        chainId,
        addresses: shown.flatMap((row) => (row.token ? [row.token] : [])),
      })
      const isWanted = (row: (typeof shown)[number]) =>
        row.kind !== 'erc20' ||
        !query.trusted ||
        (row.token !== null && book.findToken(row.token)?.trusted === true)
      const last = found.length > place.limit ? shown.at(-1) : undefined
      return {
        ...toLinks(request, place, last && writePlaceKey(last)),
        results: shown
          .filter(isWanted)
          .map((transfer) => toItem(toTransferSummary(book, transfer))),
      }
    },
  )
}

function singleRoutes(app: FastifyInstance, context: Context): void {
  const ofId = {
    answers: context.answers,
    safeOf: (params: { chainId: number; transactionId: string }) => {
      const id = parseTransactionId(params.transactionId)
      const safe = id && 'safe' in id ? id.safe : undefined
      return safe && { chainId: params.chainId, safe }
    },
  }
  sharedRoute(app, getTransaction, ofId, async ({ params }) => {
    const { chainId } = params
    getServedChain(context, chainId)
    const id = parseTransactionId(params.transactionId)
    if (!id) throw new NotFoundFailure()
    return readDetails(context, { chainId, id })
  })

  route(app, previewTransaction, async ({ params, body }) => {
    const { chainId, safe_address: safe } = params
    const chain = getServedChain(context, chainId)
    await readSafeState(context, { chainId, safe })
    const call: WireCall = { ...body, data: body.data ?? '0x' }
    const book = await openBook(context, {
      chainId,
      addresses: listTargets(call),
    })
    const { root } = book.decode(call, safe)
    return {
      txInfo: toTransactionInfo(book, {
        safe,
        call,
        root,
        isCancellation: false,
      }),
      txData: toTransactionData(book, { chain, call, root }),
    }
  })

  route(app, estimateTransaction, async ({ params, body }) => {
    const { chainId, safe_address: safe } = params
    const nonces = await readNonces(context, { chainId, safe })
    const safeTxGas = await estimateSafeTxGas(context, {
      chainId,
      safe,
      call: { ...body, data: body.data ?? '0x' },
    })
    return { ...nonces, safeTxGas: String(safeTxGas) }
  })
}

/** A decimal amount as people write it; another is refused, not guessed. */
function readAmount(
  text: string | undefined,
  decimals: number,
): bigint | undefined {
  if (text === undefined) return undefined
  const [, fraction = ''] = text.split('.')
  if (!/^[0-9]{1,60}(?:\.[0-9]+)?$/.test(text) || fraction.length > decimals)
    throw new InputFailure({
      code: 'custom',
      path: ['value'],
      message: 'Invalid amount',
    })
  return parseUnits(text, decimals)
}

function readDate(text: string | undefined, name: string): Date | undefined {
  if (text === undefined) return undefined
  const date = new Date(text)
  const year = date.getUTCFullYear()
  // What the database cannot hold would be an error of ours.
  if (Number.isNaN(year) || year < 1970 || year > 9999)
    throw new InputFailure({
      code: 'custom',
      path: [name],
      message: 'Invalid date',
    })
  return date
}
