import {
  confirmTransaction as confirmEndpoint,
  deleteTransaction as deleteEndpoint,
  proposeTransaction as proposeEndpoint,
} from '@covault/api'
import type { FastifyInstance } from 'fastify'
import { confirmTransaction } from '../commands/confirmTransaction.js'
import { deleteTransaction } from '../commands/deleteTransaction.js'
import { proposeTransaction } from '../commands/proposeTransaction.js'
import type { Context } from '../context.js'
import { toCaller } from '../http/rateLimits.js'
import { route } from '../http/route.js'
import { findSession } from '../http/session.js'
import { readTransactionDetails } from './transactionDetails.js'

export function proposalRoutes(app: FastifyInstance, context: Context): void {
  route(app, proposeEndpoint, async ({ params, body: proposal, request }) => {
    const { chainId, safe_address: safe } = params
    await proposeTransaction(context, {
      chainId,
      safe,
      proposal,
      caller: toCaller(request),
      session: await findSession(context, request),
    })
    const { safeTxHash } = proposal
    return readTransactionDetails(context, { chainId, safeTxHash })
  })

  route(app, confirmEndpoint, async ({ params, body }) => {
    await confirmTransaction(context, { ...params, ...body, most: 1 })
    return readTransactionDetails(context, params)
  })

  route(app, deleteEndpoint, async ({ params, body }) => {
    await deleteTransaction(context, { ...params, ...body })
    return undefined
  })
}
