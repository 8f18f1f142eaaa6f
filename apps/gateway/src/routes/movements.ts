import {
  type EndpointQuery,
  getMovementSums,
  getMovements,
  getPricesThen,
} from '@covault/api'
import type { FastifyInstance } from 'fastify'
import { type Address, getAddress, isAddress, zeroAddress } from 'viem'
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
import { readFeesOf } from '../store/fees.js'
import type { Store } from '../store/openStore.js'
import { readTransactions } from '../store/transactions.js'
import {
  listTransfers,
  sumFees,
  sumTransfers,
  type TransferListFilter,
  type TransferPlace,
} from '../store/transferList.js'
import type { ChainBook } from '../wire/chainBook.js'
import { listConfirmations } from '../wire/confirmations.js'
import { toMovement } from '../wire/movement.js'
import { parseTransactionId } from '../wire/transactionId.js'
import { readAmount, readDecimals, readPeriod } from './listFilters.js'
import { openBook } from './openBook.js'
import { readPlaceKey, writePlaceKey } from './pageKeys.js'
import { ofAddress } from './safeOf.js'

type Filters = EndpointQuery<typeof getMovementSums>

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
      const filter = await readFilter(context, chainId, query)
      const { shown, links } = await readListPage(asked, {
        cursor: query.cursor,
        readKey: readPlaceKey,
        readRows: (range) =>
          listTransfers(store, { chainId, safe, filter, ...range }),
        writeKey: writePlaceKey,
      })
      const [book, causes, fees, findPrice] = await Promise.all([
        openTokens(context, chainId, shown),
        readCauses(store, { chainId, safe, transfers: shown }),
        readFeesOf(store, {
          chainId,
          hashes: [...new Set(shown.map(({ txHash }) => txHash))],
        }),
        readPricesThen(context.assets, { chainId, movements: shown }),
      ])
      const signersOf = query.signers
        ? await readSigners(store, chainId, causes)
        : () => []
      return {
        ...links,
        results: shown
          .filter((row) => isWanted(book, row, query))
          .flatMap((row) =>
            toMovement(book, row, {
              cause: causes.get(toCauseKey(row)),
              signers: signersOf(causes.get(toCauseKey(row))),
              fee: fees.get(row.txHash),
              price: findPrice(row.token, row.executedAt),
              feePrice: findPrice(null, row.executedAt),
            }),
          ),
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
      const filter = await readFilter(context, chainId, query)
      const [all, fees] = await Promise.all([
        sumTransfers(store, { chainId, safe, filter }),
        sumFees(store, { chainId, safe, filter }),
      ])
      const book = await openTokens(context, chainId, all)
      const sums = all.filter((sum) =>
        isWanted(book, { ...sum, kind: 'erc20' }, query),
      )
      return {
        count: sums.reduce((sum, { count }) => sum + count, 0),
        fees: { total: String(fees.total), unknown: fees.unknown },
        sums: sums.map(({ token, incoming, outgoing, count }) => ({
          tokenAddress: token ?? zeroAddress,
          ...toTokenWords(book, token),
          incoming: String(incoming),
          outgoing: String(outgoing),
          count,
        })),
      }
    },
  )
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

function openTokens(
  context: Context,
  chainId: number,
  rows: readonly { token: Address | null }[],
): Promise<ChainBook> {
  const addresses = rows.flatMap(({ token }) => (token ? [token] : []))
  return openBook(context, { chainId, addresses: [...new Set(addresses)] })
}

function toTokenWords(
  book: ChainBook,
  token: Address | null,
): { tokenSymbol: string | null; decimals: number | null } {
  if (!token)
    return {
      tokenSymbol: book.nativeCurrency.symbol,
      decimals: book.nativeCurrency.decimals,
    }
  const known = book.findToken(token)
  return {
    tokenSymbol: known?.symbol || null,
    decimals: known?.kind === 'erc20' ? (known.decimals ?? null) : 0,
  }
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

async function readFilter(
  context: Context,
  chainId: number,
  query: Filters,
): Promise<TransferListFilter> {
  const { direction, token_address: token, nonce, module } = query
  const decimals = await readDecimals(context, { chainId, token })
  return {
    direction: direction && (direction === 'incoming' ? 'in' : 'out'),
    token: token === zeroAddress ? null : token,
    counterparties: readAddresses(query.counterparty, 'counterparty'),
    nonce,
    module,
    byModule: query.by === 'module',
    txHash: query.tx_hash,
    places: readPlaces(query.ids),
    leastAmount: readAmount(query.amount__gte, decimals),
    mostAmount: readAmount(query.amount__lte, decimals),
    ...readPeriod(query),
  }
}

/** A name of the address book may stand for several, and so may a label. */
const mostAtOnce = 50

function readAddresses(
  text: string | undefined,
  name: string,
): Address[] | undefined {
  if (text === undefined) return undefined
  const parts = text.split(',')
  if (parts.length > mostAtOnce || !parts.every((part) => isAddress(part)))
    throw new InputFailure({
      code: 'custom',
      path: [name],
      message: 'Invalid address',
    })
  return parts.map((part) => getAddress(part))
}

function readPlaces(text: string | undefined): TransferPlace[] | undefined {
  if (text === undefined) return undefined
  const ids = text.split(';').map(parseTransactionId)
  const places = ids.filter((id) => id?.kind === 'transfer')
  if (ids.length > mostAtOnce || places.length < ids.length)
    throw new InputFailure({
      code: 'custom',
      path: ['ids'],
      message: 'Invalid movement id',
    })
  return places
}
