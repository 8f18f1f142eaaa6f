import {
  type EndpointQuery,
  getMovementSums,
  getMovements,
  getPricesThen,
} from '@covault/api'
import type { FastifyInstance } from 'fastify'
import { type Address, type Hex, zeroAddress } from 'viem'
import { readPricesThen } from '../assets/readPricesThen.js'
import { readSafeState } from '../commands/readSafeState.js'
import { type Context, getServedChain } from '../context.js'
import { InputFailure } from '../failures.js'
import { readListPage } from '../http/listPage.js'
import { route, sharedRoute } from '../http/route.js'
import {
  type Causes,
  readCauses,
  type TransferCause,
  toCauseKey,
} from '../store/causes.js'
import {
  asksForMoved,
  listPaidExecutions,
  sumFees,
} from '../store/executionFees.js'
import { readFeesOf } from '../store/fees.js'
import type { Store } from '../store/openStore.js'
import { readTransactions } from '../store/transactions.js'
import {
  listTransfers,
  sumTransfers,
  type TransferListFilter,
  type TransferSum,
} from '../store/transferList.js'
import type { ChainBook } from '../wire/chainBook.js'
import { listConfirmations } from '../wire/confirmations.js'
import {
  type MovementFacts,
  toFeeMovement,
  toMovement,
} from '../wire/movement.js'
import {
  openTokens,
  readAddresses,
  readFilter,
  toTokenWords,
} from './movementFilter.js'
import { readPlaceKey, writePlaceKey } from './pageKeys.js'
import { ofAddress } from './safeOf.js'

export function movementRoutes(app: FastifyInstance, context: Context): void {
  priceRoute(app, context)
  const { store } = context
  sharedRoute(
    app,
    getMovements,
    ofAddress(context),
    async ({ params, query, ...asked }) => {
      const { chainId, address: safe } = params
      await readSafeState(context, { chainId, safe })
      const filter = await readFilter(context, { chainId, safe }, query)
      if (query.list === 'fees')
        return listFees(context, { chainId, safe, filter, query, asked })
      const { shown, links } = await readListPage(asked, {
        cursor: query.cursor,
        readKey: readPlaceKey,
        readRows: (range) =>
          listTransfers(store, { chainId, safe, filter, ...range }),
        writeKey: writePlaceKey,
      })
      const [book, facts] = await Promise.all([
        openTokens(context, chainId, shown),
        readFacts(context, { chainId, safe, rows: shown, query }),
      ])
      return {
        ...links,
        results: shown
          .filter((row) => isWanted(book, row, query))
          .flatMap((row) => toMovement(book, row, facts(row))),
      }
    },
  )
  sharedRoute(
    app,
    getMovementSums,
    ofAddress(context),
    async ({ params, query }) => {
      const { chainId, address: safe } = params
      await readSafeState(context, { chainId, safe })
      const filter = await readFilter(context, { chainId, safe }, query)
      const { book, sums, leftOut } = await sumWanted(context, {
        chainId,
        safe,
        filter,
        query,
      })
      const fees = await sumFees(store, {
        chainId,
        safe,
        filter: { ...filter, exceptTokens: leftOut },
      })
      return {
        count: sums.reduce((sum, { count }) => sum + count, 0),
        fees: { ...fees, total: String(fees.total) },
        leftOut,
        sums: sums.map(({ token, collectible, incoming, outgoing, count }) => ({
          tokenAddress: token ?? zeroAddress,
          ...toTokenWords(book, { token, collectible }),
          collectible,
          incoming: String(incoming),
          outgoing: String(outgoing),
          count,
        })),
      }
    },
  )
}

type Row = {
  txHash: Hex
  token: Address | null
  blockNumber: bigint
  causeLog: number | null
  executedAt: Date
}

/** What is told beside each movement, read at once for all of them. */
async function readFacts(
  { store, assets }: Context,
  {
    chainId,
    safe,
    rows,
    query,
  }: {
    chainId: number
    safe: Address
    rows: readonly Row[]
    query: { signers: boolean }
  },
): Promise<(row: Row) => MovementFacts> {
  // What others sent, others paid for: that is no fee of this safe.
  const own = rows.filter(({ causeLog }) => causeLog !== null)
  const [causes, fees, findPrice] = await Promise.all([
    readCauses(store, { chainId, safe, transfers: rows }),
    readFeesOf(store, {
      chainId,
      hashes: [...new Set(own.map(({ txHash }) => txHash))],
    }),
    readPricesThen(assets, { chainId, movements: rows }),
  ])
  const signersOf = query.signers
    ? await readSigners(store, chainId, causes)
    : () => []
  return (row) => {
    const cause = causes.get(toCauseKey(row))
    return {
      cause,
      signers: signersOf(cause),
      fee: row.causeLog === null ? undefined : fees.get(row.txHash),
      price: findPrice(row.token, row.executedAt),
      feePrice: findPrice(null, row.executedAt),
    }
  }
}

/** What moved of each token that is part of the books, and the tokens that are not. */
async function sumWanted(
  context: Context,
  {
    query,
    ...range
  }: {
    chainId: number
    safe: Address
    filter: TransferListFilter
    query: { trusted: boolean }
  },
): Promise<{ book: ChainBook; sums: TransferSum[]; leftOut: Address[] }> {
  const all = await sumTransfers(context.store, range)
  const book = await openTokens(context, range.chainId, all)
  const isIn = (sum: TransferSum) => isWanted(book, toKind(sum), query)
  const leftOut = all.flatMap((sum) =>
    sum.token && !isIn(sum) ? sum.token : [],
  )
  return { book, sums: all.filter(isIn), leftOut }
}

/** What executions cost, as movements of their own. */
async function listFees(
  context: Context,
  {
    chainId,
    safe,
    filter,
    query,
    asked,
  }: {
    chainId: number
    safe: Address
    filter: TransferListFilter
    query: EndpointQuery<typeof getMovements>
    asked: Parameters<typeof readListPage>[0]
  },
) {
  const { store } = context
  // All that moved is summed only where it decides what is listed.
  const exceptTokens = asksForMoved(filter)
    ? (await sumWanted(context, { chainId, safe, filter, query })).leftOut
    : []
  const { shown, links } = await readListPage(asked, {
    cursor: query.cursor,
    readKey: readPlaceKey,
    readRows: (range) =>
      listPaidExecutions(store, {
        ...{ chainId, safe, ...range },
        filter: { ...filter, exceptTokens },
      }),
    writeKey: writePlaceKey,
  })
  const rows = shown.map((run) => ({
    ...run,
    safe,
    token: null,
    causeLog: run.logIndex,
  }))
  const facts = await readFacts(context, { chainId, safe, rows, query })
  return {
    ...links,
    results: rows.map((row) => toFeeMovement(row, facts(row))),
  }
}

function priceRoute(app: FastifyInstance, context: Context): void {
  route(app, getPricesThen, async ({ params, query }) => {
    const { chainId } = params
    getServedChain(context, chainId)
    const tokens = readAddresses(query.tokens, 'tokens') ?? []
    const day = readDay(query.day)
    const findPrice = await readPricesThen(context.assets, {
      chainId,
      movements: tokens.map((token) => ({ token, executedAt: day })),
    })
    return tokens.map((tokenAddress) => ({
      tokenAddress,
      price: findPrice(tokenAddress, day) ?? null,
    }))
  })
}

/** Its last second: a price of the day itself is the one that counts. */
function readDay(text: string): Date {
  const day = new Date(`${text}T23:59:59Z`)
  if (!/^[12]\d{3}-\d\d-\d\d$/.test(text) || Number.isNaN(day.getTime()))
    throw new InputFailure({
      code: 'custom',
      path: ['day'],
      message: 'Invalid date',
    })
  return day
}

/** Who signed the transactions behind movements, as sent to us or as executed. */
async function readSigners(
  store: Store,
  chainId: number,
  causes: Causes,
): Promise<(cause: TransferCause | undefined) => readonly Address[]> {
  const hashes = [...causes.values()].flatMap((cause) =>
    cause.kind === 'multisig' ? cause.safeTxHash : [],
  )
  const transactions = await readTransactions(store, { chainId, hashes })
  const signers = new Map(
    await Promise.all(
      [...transactions].map(async ([hash, transaction]) => {
        const given = await listConfirmations(transaction)
        return [hash, given.map(({ owner }) => owner)] as const
      }),
    ),
  )
  return (cause) =>
    cause?.kind === 'multisig' ? (signers.get(cause.safeTxHash) ?? []) : []
}

function toKind({ token, collectible }: TransferSum) {
  return { token, kind: collectible ? 'erc721' : 'erc20' }
}

/** Anybody can send worthless tokens: they are no part of the books unless asked for. */
function isWanted(
  book: ChainBook,
  { token, kind }: { token: Address | null; kind: string },
  { trusted }: { trusted: boolean },
): boolean {
  if (!trusted || !token || kind !== 'erc20') return true
  const known = book.findToken(token)
  return known?.kind !== 'erc20' || known.trusted === true
}
