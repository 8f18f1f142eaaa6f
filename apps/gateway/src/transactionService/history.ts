import type { EndpointWire } from '@covault/api'
import {
  getServiceModuleTransaction,
  listServiceHistory,
  listServiceHistoryV1,
  listServiceModuleTransactions,
} from '@covault/api/transaction-service'
import type { FastifyInstance } from 'fastify'
import type { Hex } from 'viem'
import { readSafeState } from '../commands/readSafeState.js'
import type { Context } from '../context.js'
import { NotFoundFailure } from '../failures.js'
import { holdRows } from '../http/listPage.js'
import { openBook } from '../routes/openBook.js'
import { readPlaceKey, writePlaceKey } from '../routes/pageKeys.js'
import { readTimelineRows } from '../routes/timelineRows.js'
import {
  countModuleTransactions,
  readModuleTransactionOf,
  readModuleTransactions,
} from '../store/moduleTransactions.js'
import type { StoredState } from '../store/safeStates.js'
import {
  countTimelineTransactions,
  listTimelineTransactions,
  type TimelineTransaction,
} from '../store/timelineTransactions.js'
import { readTransfersIn } from '../store/transferList.js'
import type { StoredTransfer } from '../store/transferReads.js'
import { type ChainBook, listTargets } from '../wire/chainBook.js'
import { listPages, readLogPlace, type TimelineRows } from '../wire/history.js'
import {
  mostCounted,
  readOrdering,
  readPlace,
  type ServicePage,
  toPage,
} from './paging.js'
import { type ServiceInput, serve, serveShared } from './serve.js'
import { toBlocks } from './transfers.js'
import { readPlaceId } from './wire/ids.js'
import {
  isKnownModule,
  type ModuleTransactionWire,
  toModuleTransaction,
} from './wire/moduleTransaction.js'
import {
  isKnown,
  type KnownTransaction,
  toTransaction,
  toTransactionV1,
} from './wire/transaction.js'
import { type TransferWire, toTransfer } from './wire/transfer.js'
import { writeDate } from './writeJson.js'

export function historyRoutes(scope: FastifyInstance, context: Context): void {
  serveShared(scope, context, listServiceHistory, (asked) =>
    readHistory(context, asked, toTransaction),
  )
  serveShared(scope, context, listServiceHistoryV1, (asked) =>
    readHistory(context, asked, toTransactionV1),
  )
  moduleRoutes(scope, context)
}

function moduleRoutes(scope: FastifyInstance, context: Context): void {
  const { store } = context
  serveShared(scope, context, listServiceModuleTransactions, async (asked) => {
    const { chainId, params, query, url } = asked
    const { address: safe } = params
    const place = readPlace(query, listServiceModuleTransactions.paging)
    const order = readOrdering(query.ordering, ['created'])
    await readSafeState(context, { chainId, safe })
    const filter = {
      to: query.to,
      module: query.module,
      txHash: query.transaction_hash,
      operation: query.operation,
      success: query.failed === undefined ? undefined : !query.failed,
      ...toBlocks(query),
    }
    const after = readPlaceKey(place.after)
    const [found, count] = await Promise.all([
      readModuleTransactions(store, {
        chainId,
        safe,
        filter,
        oldestFirst: order?.descending === false,
        limit: place.limit + 1,
        offset: after ? 0 : place.offset,
        after,
      }),
      countModuleTransactions(store, { chainId, safe, filter }),
    ])
    holdRows(asked, found)
    const shown = found.slice(0, place.limit)
    const end = shown.at(-1)
    const known = shown.filter(isKnownModule)
    const book = await openBook(context, {
      chainId,
      addresses: known.flatMap(({ call }) => listTargets(call)),
    })
    return toPage(url, place, {
      count: count ?? mostCounted + 1,
      last: end?.goesOn ? writePlaceKey(end) : undefined,
      results: known.map((each) => toModuleTransaction(book, each)),
    })
  })

  serve(scope, context, getServiceModuleTransaction, async (asked) => {
    const { chainId, params } = asked
    const place = readPlaceId(params.moduleTransactionId, {
      letters: 'i',
      name: 'moduleTransactionId',
    })
    const found = await readModuleTransactionOf(store, { chainId, ...place })
    if (!found || !isKnownModule(found)) throw new NotFoundFailure()
    const addresses = listTargets(found.call)
    const book = await openBook(context, { chainId, addresses })
    return toModuleTransaction(book, found)
  })
}

type HistoryInput = Omit<ServiceInput<typeof listServiceHistory>, 'body'>

type HistoryItem<wire> =
  | (wire & { transfers: TransferWire[]; txType: 'MULTISIG_TRANSACTION' })
  | (ModuleTransactionWire & {
      transfers: TransferWire[]
      txType: 'MODULE_TRANSACTION'
    })
  | EthereumItem

type EthereumItem = Extract<
  EndpointWire<typeof listServiceHistory>['results'][number],
  { txType: 'ETHEREUM_TRANSACTION' }
>

type Reading = { book: ChainBook; state: StoredState }

/** Of all transactions of a page together; a drop of tokens has many. */
const mostTransfers = 2_000

async function readHistory<wire extends object>(
  context: Context,
  asked: HistoryInput,
  write: (reading: Reading, transaction: KnownTransaction) => Promise<wire>,
): Promise<ServicePage<HistoryItem<wire>>> {
  const { store } = context
  const { chainId, params, query, url } = asked
  const { address: safe } = params
  const place = readPlace(query, listServiceHistory.paging)
  const order = readOrdering(query.ordering, ['timestamp'])
  const state = await readSafeState(context, { chainId, safe })
  const after = readPlaceKey(place.after)
  const [found, count] = await Promise.all([
    listTimelineTransactions(store, {
      chainId,
      safe,
      oldestFirst: order?.descending === false,
      limit: place.limit + 1,
      offset: after ? 0 : place.offset,
      after,
    }),
    countTimelineTransactions(store, { chainId, safe, most: mostCounted }),
  ])
  const shown = found.slice(0, place.limit)
  const entries = shown.flatMap((transaction) => transaction.entries)
  holdRows(asked, entries)
  const [rows, transfers] = await Promise.all([
    readTimelineRows(store, { chainId, safe, entries }),
    readTransfersIn(store, {
      chainId,
      safe,
      txHashes: shown.map(({ txHash }) => txHash),
      limit: mostTransfers,
    }),
  ])
  const book = await openBook(context, {
    chainId,
    addresses: [
      ...listPages(rows),
      ...transfers.flatMap(({ token }) => token ?? []),
    ],
  })
  const results = await Promise.all(
    shown.map((transaction) =>
      toItems({ book, state }, { transaction, rows, transfers, write }),
    ),
  )
  const end = shown.at(-1)
  return toPage(url, place, {
    count,
    last: end?.goesOn ? writePlaceKey({ ...end, logIndex: 0 }) : undefined,
    results: results.flat(),
  })
}

/** What owners or a module did in a transaction; else what moved in it. */
async function toItems<wire extends object>(
  reading: Reading,
  parameters: {
    transaction: TimelineTransaction
    rows: TimelineRows
    transfers: readonly StoredTransfer[]
    write(reading: Reading, transaction: KnownTransaction): Promise<wire>
  },
): Promise<HistoryItem<wire>[]> {
  const { book } = reading
  const { transaction, rows, write } = parameters
  const { entries, txHash } = transaction
  const moved = parameters.transfers
    .filter((transfer) => transfer.txHash === txHash)
    .map((transfer) => toTransfer(book, transfer))
  const ofOwners = entries
    .filter(({ kind }) => kind === 'multisig')
    .flatMap(({ ref }) => rows.multisig.get(ref as Hex) ?? [])
    .filter(isKnown)
  const ofModules = entries
    .filter(({ kind }) => kind === 'module')
    .flatMap(({ ref, blockNumber }) => {
      const { logIndex } = readLogPlace(ref)
      return rows.modules.filter(
        (row) => row.blockNumber === blockNumber && row.logIndex === logIndex,
      )
    })
    .filter(isKnownModule)
  const items: HistoryItem<wire>[] = [
    ...(await Promise.all(
      ofOwners.map(async (each) => ({
        ...(await write(reading, each)),
        transfers: moved,
        txType: 'MULTISIG_TRANSACTION' as const,
      })),
    )),
    ...ofModules.map((each) => ({
      ...toModuleTransaction(book, each),
      transfers: moved,
      txType: 'MODULE_TRANSACTION' as const,
    })),
  ]
  return items.length > 0 ? items : toEthereumItems(transaction, moved)
}

/**
 * The chain's own transaction is not stored. Who sent it and to whom is told
 * by the first thing that moved, which is right for plain transfers.
 */
function toEthereumItems(
  { txHash, executedAt, blockNumber }: TimelineTransaction,
  transfers: TransferWire[],
): EthereumItem[] {
  const [first] = transfers
  if (!first) return []
  return [
    {
      executionDate: writeDate(executedAt),
      to: first.tokenAddress ?? first.to,
      data: null,
      txHash,
      blockNumber: Number(blockNumber),
      from: first.from,
      transfers,
      txType: 'ETHEREUM_TRANSACTION',
    },
  ]
}
