import {
  addServiceOperation,
  confirmServiceOperation,
  getServiceOperation,
  listServiceOperationConfirmations,
  listServiceOperations,
} from '@covault/api/transaction-service'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../context.js'
import { NotFoundFailure } from '../failures.js'
import { readPlace, toPageOf } from './paging.js'
import { RequestFailure } from './requestFailure.js'
import { serve } from './serve.js'

/** None are kept: anyone who looks for them finds none, and is told so. */
export function safeOperationRoutes(
  scope: FastifyInstance,
  context: Context,
): void {
  serve(scope, context, listServiceOperations, ({ query, url }) =>
    toPageOf(url, readPlace(query, listServiceOperations.paging), []),
  )
  serve(scope, context, addServiceOperation, () => {
    throw new RequestFailure('body', [
      {
        field: undefined,
        text: 'This gateway does not keep ERC-4337 operations. Collect the signatures elsewhere, or propose a transaction.',
      },
    ])
  })
  for (const endpoint of [getServiceOperation, confirmServiceOperation])
    serve(scope, context, endpoint, () => {
      throw new NotFoundFailure()
    })
  serve(scope, context, listServiceOperationConfirmations, ({ query, url }) =>
    toPageOf(
      url,
      readPlace(query, listServiceOperationConfirmations.paging),
      [],
    ),
  )
}
