import { getAbout, getChainAbout, getIndexingStatus } from '@covault/api'
import type { FastifyInstance } from 'fastify'
import { readIndexing } from '../commands/readIndexing.js'
import { type Context, getServedChain } from '../context.js'
import { readOrigin } from '../http/links.js'
import { route } from '../http/route.js'
import { version } from '../version.js'

const program = { name: 'covault', version, buildNumber: null }

export function aboutRoutes(app: FastifyInstance, context: Context): void {
  route(app, getAbout, () => program)

  route(app, getChainAbout, ({ params, request }) => {
    const { shortName } = getServedChain(context, params.chainId)
    return {
      transactionServiceBaseUri: `${readOrigin(request)}/tx-service/${shortName}`,
      ...program,
    }
  })

  route(app, getIndexingStatus, async ({ params }) => {
    const { head, indexed, synced } = await readIndexing(
      context,
      params.chainId,
    )
    const time = indexed.time.toISOString()
    return {
      currentBlockNumber: Number(head.number),
      currentBlockTimestamp: head.time.toISOString(),
      erc20BlockNumber: Number(indexed.number),
      erc20BlockTimestamp: time,
      erc20Synced: synced,
      masterCopiesBlockNumber: Number(indexed.number),
      masterCopiesBlockTimestamp: time,
      masterCopiesSynced: synced,
      synced,
      lastSync: indexed.time.getTime(),
    }
  })
}
