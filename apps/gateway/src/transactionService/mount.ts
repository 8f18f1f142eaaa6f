import { createServiceDocument } from '@covault/api/transaction-service'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../context.js'
import { anyone } from '../http/accessRule.js'
import { readOrigin } from '../http/links.js'
import { version } from '../version.js'
import { aboutRoutes } from './about.js'
import { assetRoutes } from './assets.js'
import { checkBearer } from './bearer.js'
import { contractRoutes } from './contracts.js'
import { delegateRoutes } from './delegates.js'
import { historyRoutes } from './history.js'
import { messageRoutes } from './messages.js'
import { readLosslessJson } from './readBody.js'
import { readChainId } from './readChainId.js'
import { answerRefusal } from './refusals.js'
import { DetailFailure, notFoundText } from './requestFailure.js'
import { safeOperationRoutes } from './safeOperations.js'
import { safeRoutes } from './safes.js'
import { transactionRoutes } from './transactions.js'
import { transferRoutes } from './transfers.js'

/**
 * The API of transaction services, which the ecosystem's programs speak: the
 * same data and the same rules under other names, one door per chain.
 */
export async function mountTransactionService(
  app: FastifyInstance,
  context: Context,
): Promise<void> {
  await app.register(
    (scope, _options, done) => {
      readLosslessJson(scope)
      checkBearer(scope, context)
      scope.setErrorHandler(answerRefusal)
      scope.setNotFoundHandler((request, reply) =>
        answerRefusal(new DetailFailure(404, notFoundText), request, reply),
      )
      doorRoutes(scope, context)
      aboutRoutes(scope, context)
      safeRoutes(scope, context)
      transactionRoutes(scope, context)
      delegateRoutes(scope, context)
      messageRoutes(scope, context)
      assetRoutes(scope, context)
      contractRoutes(scope, context)
      historyRoutes(scope, context)
      transferRoutes(scope, context)
      safeOperationRoutes(scope, context)
      done()
    },
    { prefix: '/tx-service/:chain' },
  )
}

/** For anyone who looks what is behind the door. */
function doorRoutes(scope: FastifyInstance, context: Context): void {
  scope.get('/check/', { config: anyone }, (request, reply) => {
    readChainId(context, request)
    return reply.type('text/plain; charset=utf-8').send('Ok')
  })
  scope.get('/schema/', { config: anyone }, (request, reply) => {
    readChainId(context, request)
    const [path = ''] = request.url.split('?')
    const url = `${readOrigin(request)}${path.replace(/\/schema\/?$/, '')}/api`
    return reply
      .type('application/json; charset=utf-8')
      .send(createServiceDocument({ version, servers: [{ url }] }))
  })
}
