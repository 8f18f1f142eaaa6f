import {
  confirmServiceTransaction,
  deleteServiceTransaction,
  estimateServiceTransaction,
  getServiceTransaction,
  getServiceTransactionV1,
  listServiceConfirmations,
  listServiceTransactions,
  listServiceTransactionsV1,
  proposeServiceTransaction,
  type ServiceProposal,
} from '@covault/api/transaction-service'
import type { FastifyInstance } from 'fastify'
import { type Hex, zeroAddress } from 'viem'
import { confirmTransaction } from '../commands/confirmTransaction.js'
import { deleteTransaction } from '../commands/deleteTransaction.js'
import { estimateSafeTxGas } from '../commands/estimateSafeTxGas.js'
import { proposeTransaction } from '../commands/proposeTransaction.js'
import { readSafeState } from '../commands/readSafeState.js'
import type { Context } from '../context.js'
import { NotFoundFailure } from '../failures.js'
import { holdRows } from '../http/listPage.js'
import { toCaller } from '../http/rateLimits.js'
import { openBook } from '../routes/openBook.js'
import { readTransactionKey, writeTransactionKey } from '../routes/pageKeys.js'
import type { StoredState } from '../store/safeStates.js'
import {
  countTransactions,
  listTransactionHashes,
  type OrderFilter,
} from '../store/transactionOrder.js'
import { readTransaction, readTransactions } from '../store/transactions.js'
import { type ChainBook, listTargets } from '../wire/chainBook.js'
import { highest, lowest } from './bounds.js'
import {
  mostCounted,
  readOrdering,
  readPlace,
  type ServicePage,
  toPage,
  toPageOf,
} from './paging.js'
import { RequestFailure } from './requestFailure.js'
import { type ServiceInput, serve, serveShared } from './serve.js'
import {
  isKnown,
  type KnownTransaction,
  toConfirmations,
  toTransaction,
  toTransactionV1,
} from './wire/transaction.js'

export function transactionRoutes(
  scope: FastifyInstance,
  context: Context,
): void {
  serveShared(scope, context, listServiceTransactions, (asked) =>
    readList(context, asked, toTransaction),
  )
  serveShared(scope, context, listServiceTransactionsV1, (asked) =>
    readList(context, asked, toTransactionV1),
  )
  serve(scope, context, getServiceTransaction, ({ chainId, params }) =>
    readOne(context, { chainId, ...params }, toTransaction),
  )
  serve(scope, context, getServiceTransactionV1, ({ chainId, params }) =>
    readOne(context, { chainId, ...params }, toTransactionV1),
  )
  writeRoutes(scope, context)
  confirmationRoutes(scope, context)
}

function writeRoutes(scope: FastifyInstance, context: Context): void {
  serve(scope, context, proposeServiceTransaction, async (asked) => {
    const { chainId, params, body, request } = asked
    await proposeTransaction(context, {
      chainId,
      safe: params.address,
      proposal: toProposal(body),
      caller: toCaller(request),
      session: undefined,
    })
    return undefined
  })

  serve(scope, context, deleteServiceTransaction, async (asked) => {
    const { chainId, params, body } = asked
    const { safeTxHash } = params
    if (body.safeTxHash !== undefined && body.safeTxHash !== safeTxHash)
      throw new RequestFailure('body', [
        { field: 'safeTxHash', text: 'The path has a different hash.' },
      ])
    const { signature } = body
    await deleteTransaction(context, { chainId, safeTxHash, signature })
    return undefined
  })

  serve(scope, context, estimateServiceTransaction, async (asked) => {
    const { chainId, params, body } = asked
    const call = { ...body, data: body.data ?? '0x' }
    const safe = params.address
    const gas = await estimateSafeTxGas(context, { chainId, safe, call })
    return { safeTxGas: String(gas) }
  })
}

function confirmationRoutes(scope: FastifyInstance, context: Context): void {
  serve(scope, context, listServiceConfirmations, async (asked) => {
    const { chainId, params, query, url } = asked
    const { safeTxHash } = params
    const found = await readTransaction(context.store, { chainId, safeTxHash })
    if (!found) throw new NotFoundFailure()
    const place = readPlace(query, listServiceConfirmations.paging)
    return toPageOf(url, place, await toConfirmations(found))
  })

  serve(scope, context, confirmServiceTransaction, async (asked) => {
    const { chainId, params, body } = asked
    await confirmTransaction(context, { chainId, ...params, ...body })
    return { signature: body.signature }
  })
}

/** The command's own names for the same fields. */
function toProposal(body: ServiceProposal) {
  const { contractTransactionHash: safeTxHash, ...proposal } = body
  return {
    ...proposal,
    safeTxHash,
    gasToken: proposal.gasToken ?? zeroAddress,
    origin: proposal.origin ?? null,
  }
}

type Reading = { book: ChainBook; state: StoredState }
type Write<wire> = (
  reading: Reading,
  transaction: KnownTransaction,
) => Promise<wire>

async function readOne<wire>(
  context: Context,
  parameters: { chainId: number; safeTxHash: Hex },
  write: Write<wire>,
): Promise<wire> {
  const { chainId } = parameters
  const found = await readTransaction(context.store, parameters)
  if (!found || !isKnown(found)) throw new NotFoundFailure()
  const { safe } = found
  const state = await readSafeState(context, { chainId, safe })
  const book = await openBook(context, {
    chainId,
    addresses: listTargets(found.fields),
  })
  return write({ book, state }, found)
}

/** Both versions ask alike. */
type ListInput = Omit<ServiceInput<typeof listServiceTransactions>, 'body'>

async function readList<wire>(
  context: Context,
  asked: ListInput,
  write: Write<wire>,
): Promise<ServicePage<wire> & { countUniqueNonce: number }> {
  const { store } = context
  const { chainId, params, query, url } = asked
  const { address: safe } = params
  const place = readPlace(query, listServiceTransactions.paging)
  const order = readOrdering(query.ordering, ['nonce', 'created', 'modified'])
  const state = await readSafeState(context, { chainId, safe })
  const filter = toFilter(query)
  const key = readTransactionKey(place.after)
  const [listed, { count, nonces }] = await Promise.all([
    listTransactionHashes(store, {
      chainId,
      safe,
      filter,
      order: order ?? { by: 'nonce', descending: true },
      limit: place.limit + 1,
      offset: key ? 0 : place.offset,
      after: key && { ...key, moment: key.submitted },
    }),
    countTransactions(store, { chainId, safe, filter, most: mostCounted }),
  ])
  holdRows(asked, listed)
  const shown = listed.slice(0, place.limit)
  const end = shown.at(-1)
  const found = await readTransactions(store, {
    chainId,
    hashes: shown.map(({ safeTxHash }) => safeTxHash),
  })
  const transactions = shown
    .flatMap(({ safeTxHash }) => found.get(safeTxHash) ?? [])
    .filter(isKnown)
  const book = await openBook(context, {
    chainId,
    addresses: transactions.flatMap(({ fields }) => listTargets(fields)),
  })
  const results = await Promise.all(
    transactions.map((transaction) => write({ book, state }, transaction)),
  )
  const last = end?.goesOn
    ? writeTransactionKey({ ...end, submitted: end.moment })
    : undefined
  return {
    ...toPage(url, place, { count, last, results }),
    countUniqueNonce: nonces,
  }
}

function toFilter(query: ListInput['query']): OrderFilter {
  return {
    executed: query.executed,
    failed: query.failed,
    confirmed: query.has_confirmations,
    trusted: query.trusted ?? true,
    nonce: {
      from: highest(query.nonce, query.nonce__gte),
      to: lowest(query.nonce, query.nonce__lte),
      above: query.nonce__gt,
      below: query.nonce__lt,
    },
    value: {
      from: query.value,
      to: query.value,
      above: query.value__gt,
      below: query.value__lt,
    },
    to: query.to,
    safeTxHash: query.safe_tx_hash,
    txHash: query.transaction_hash,
    executedAt: {
      from: query.execution_date__gte,
      to: query.execution_date__lte,
    },
    submittedAt: {
      from: query.submission_date__gte,
      to: query.submission_date__lte,
    },
    modifiedAt: {
      from: query.modified__gte,
      above: query.modified__gt,
      to: query.modified__lte,
      below: query.modified__lt,
    },
  }
}
