import {
  getServiceOperation,
  listServiceOperationConfirmations,
  listServiceOperations,
} from '@covault/api/transaction-service'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../context.js'
import { NotFoundFailure } from '../failures.js'
import { readPlace, toPageOf } from './paging.js'
import { serve } from './serve.js'

/** None are kept: whoever looks for them finds none. */
export function safeOperationRoutes(
  scope: FastifyInstance,
  context: Context,
): void {
  serve(scope, context, listServiceOperations, ({ query, url }) =>
    toPageOf(url, readPlace(query, listServiceOperations.paging), []),
  )
  serve(scope, context, getServiceOperation, () => {
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
