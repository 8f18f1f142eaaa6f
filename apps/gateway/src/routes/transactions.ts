import {
  estimateTransaction,
  getTransaction,
  getTransactions,
  previewTransaction,
} from '@covault/api'
import type { FastifyInstance } from 'fastify'
import type { Address, Hex } from 'viem'
import { estimateSafeTxGas } from '../commands/estimateSafeTxGas.js'
import { readNonces } from '../commands/readNonces.js'
import { readSafeState } from '../commands/readSafeState.js'
import { assertSize } from '../commands/refusals.js'
import { type Context, getServedChain } from '../context.js'
import { NotFoundFailure, RuleFailure, StorageFailure } from '../failures.js'
import { route, sharedRoute } from '../http/route.js'
import type { WireCall } from '../wire/chainBook.js'
import { toTransactionData } from '../wire/transactionData.js'
import type { DetailsWire } from '../wire/transactionDetails.js'
import { parseTransactionId } from '../wire/transactionId.js'
import { toTransactionInfo } from '../wire/transactionInfo.js'
import { movementRoutes } from './movements.js'
import { openBookOfCall } from './openBook.js'
import { ofSafeAddress } from './safeOf.js'
import { readDetails, readTransactionDetails } from './transactionDetails.js'
import { historyRoutes } from './transactionHistory.js'
import { transactionListRoutes } from './transactionLists.js'
import { queueRoutes } from './transactionQueue.js'

export function transactionRoutes(
  app: FastifyInstance,
  context: Context,
): void {
  historyRoutes(app, context)
  queueRoutes(app, context)
  transactionListRoutes(app, context)
  movementRoutes(app, context)
  singleRoutes(app, context)
}

/** Of details in one answer; what is left out is asked for by itself. */
const mostBytes = 512 * 1024

/** Undefined: the safe has none of this hash. */
async function findDetails(
  context: Context,
  named: { chainId: number; safe: Address; safeTxHash: Hex },
): Promise<DetailsWire | undefined> {
  try {
    return await readTransactionDetails(context, named)
  } catch (error) {
    if (error instanceof NotFoundFailure || error instanceof RuleFailure)
      return undefined
    throw error
  }
}

function singleRoutes(app: FastifyInstance, context: Context): void {
  const ofId = {
    answers: context.answers,
    safeOf: (params: { chainId: number; transactionId: string }) => {
      const id = parseTransactionId(params.transactionId)
      const safe = id && 'safe' in id ? id.safe : undefined
      return safe && { chainId: params.chainId, safe, item: id }
    },
  }
  sharedRoute(app, getTransaction, ofId, async ({ params }) => {
    const { chainId } = params
    getServedChain(context, chainId)
    const id = parseTransactionId(params.transactionId)
    if (!id) throw new NotFoundFailure()
    return readDetails(context, { chainId, id })
  })

  sharedRoute(
    app,
    getTransactions,
    ofSafeAddress(context),
    async ({ params, query, hold }) => {
      const { chainId, safe_address: safe } = params
      getServedChain(context, chainId)
      const results: DetailsWire[] = []
      let bytes = 0
      for (const safeTxHash of new Set(query.hashes)) {
        const found = await findDetails(context, { chainId, safe, safeTxHash })
        if (!found) continue
        const size = JSON.stringify(found).length
        hold(size)
        bytes += size
        if (results.length > 0 && bytes > mostBytes) break
        results.push(found)
      }
      return { results }
    },
  )

  route(app, previewTransaction, async ({ params, body }) => {
    const { chainId, safe_address: safe } = params
    const chain = getServedChain(context, chainId)
    await readSafeState(context, { chainId, safe })
    const call: WireCall = { ...body, data: body.data ?? '0x' }
    if (call.data.length % 2 === 1)
      throw new StorageFailure(422, 'Data must have two digits for each byte.')
    assertSize(call)
    const book = await openBookOfCall(context, { chainId, call })
    const tree = book.decode(call, safe)
    return {
      txInfo: toTransactionInfo(book, {
        safe,
        call,
        tree,
        isCancellation: false,
      }),
      txData: toTransactionData(book, { chain, call, tree }),
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
