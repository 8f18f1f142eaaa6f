import {
  getIncomingTransfers,
  getModuleTransactions,
  getMultisigTransactions,
} from '@covault/api'
import type { FastifyInstance } from 'fastify'
import { readSafeState } from '../commands/readSafeState.js'
import { type Context, getServedChain } from '../context.js'
import { readListPage } from '../http/listPage.js'
import { sharedRoute } from '../http/route.js'
import { inTurns } from '../inTurns.js'
import {
  countModuleTransactions,
  readModuleTransactions,
} from '../store/moduleTransactions.js'
import { readCount } from '../store/timeline.js'
import { readTransactionList } from '../store/transactions.js'
import { readIncoming } from '../store/transferReads.js'
import { listTargets } from '../wire/chainBook.js'
import {
  toItem,
  toModuleSummary,
  toMultisigSummary,
  toTransferSummary,
} from '../wire/transactionSummary.js'
import { readAmount, readDecimals, readPeriod } from './listFilters.js'
import { openBook, openBookOfMany } from './openBook.js'
import {
  readPlaceKey,
  readTransactionKey,
  writePlaceKey,
  writeTransactionKey,
} from './pageKeys.js'
import { ofAddress } from './safeOf.js'

/** The lists by kind, with filters and without labels. */
export function transactionListRoutes(
  app: FastifyInstance,
  context: Context,
): void {
  multisigRoute(app, context)
  moduleRoute(app, context)
  incomingRoute(app, context)
}

function multisigRoute(app: FastifyInstance, context: Context): void {
  const { store, config } = context
  sharedRoute(
    app,
    getMultisigTransactions,
    ofAddress(context),
    async ({ params, query, ...asked }) => {
      const { chainId, address: safe } = params
      const state = await readSafeState(context, { chainId, safe })
      const { decimals } = getServedChain(context, chainId).nativeCurrency
      const filter = {
        executed: query.executed,
        nonce: query.nonce,
        to: query.to,
        value: readAmount(query.value, decimals),
        ...readPeriod(query),
      }
      const { shown, links } = await readListPage(asked, {
        cursor: query.cursor,
        readKey: readTransactionKey,
        readRows: (range) =>
          readTransactionList(store, { chainId, safe, filter, ...range }),
        toPlaced: (transaction) => transaction,
        writeKey: ({ key }) => writeTransactionKey(key),
      })
      const calls = shown.map(({ fields }) => fields)
      const book = await openBookOfMany(context, { chainId, calls })
      const reading = { config, book, state, now: Date.now() }
      return {
        ...links,
        results: await inTurns(shown, (transaction) =>
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
    async ({ params, query, ...asked }) => {
      const { chainId, address: safe } = params
      await readSafeState(context, { chainId, safe })
      const { to, module, transaction_hash: txHash } = query
      const filter = { to, module, txHash }
      const { shown, links } = await readListPage(asked, {
        cursor: query.cursor,
        readKey: readPlaceKey,
        readRows: (range) =>
          readModuleTransactions(store, { chainId, safe, filter, ...range }),
        toPlaced: (transaction) => transaction,
        writeKey: writePlaceKey,
      })
      const book = await openBook(context, {
        chainId,
        addresses: shown.flatMap(({ call }) => (call ? listTargets(call) : [])),
      })
      const isFiltered = to || module || txHash
      return {
        count: isFiltered
          ? await countModuleTransactions(store, { chainId, safe, filter })
          : await readCount(store, { chainId, safe, list: 'module' }),
        ...links,
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
    async ({ params, query, ...asked }) => {
      const { chainId, address: safe } = params
      await readSafeState(context, { chainId, safe })
      const token = query.token_address
      const decimals = await readDecimals(context, { chainId, token })
      const filter = {
        token,
        to: query.to,
        amount: readAmount(query.value, decimals),
        ...readPeriod(query),
      }
      const { shown, links } = await readListPage(asked, {
        cursor: query.cursor,
        readKey: readPlaceKey,
        readRows: (range) =>
          readIncoming(store, { chainId, safe, filter, ...range }),
        writeKey: writePlaceKey,
      })
      const book = await openBook(context, {
        chainId,
        addresses: shown.flatMap((row) => (row.token ? [row.token] : [])),
      })
      const isWanted = (row: (typeof shown)[number]) =>
        row.kind !== 'erc20' ||
        !query.trusted ||
        (row.token !== null && book.findToken(row.token)?.trusted === true)
      return {
        ...links,
        results: shown
          .filter(isWanted)
          .map((transfer) => toItem(toTransferSummary(book, transfer))),
      }
    },
  )
}
