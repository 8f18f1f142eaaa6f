import { listCommonHeaders } from '@covault/api/content-policy'
import { type FastifyBaseLogger, type FastifyInstance, fastify } from 'fastify'
import type { Logger } from 'pino'
import type { ChainAccess } from './chain/client.js'
import { chooseBuckets } from './chooseBuckets.js'
import type { Config } from './config.js'
import type { Context } from './context.js'
import { createContext } from './createContext.js'
import { addAccess } from './http/access.js'
import { addBudget } from './http/budget.js'
import { addCors } from './http/cors.js'
import {
  createAddressErrorHandler,
  errorHandler,
  notFoundHandler,
} from './http/errorHandler.js'
import { type ChainProgress, healthRoutes } from './http/health.js'
import { addHostCheck } from './http/hosts.js'
import { addInterest } from './http/interest.js'
import { addLimits, getServerOptions } from './http/limits.js'
import { addLine } from './http/line.js'
import { createLiveHub, type LiveHub } from './http/live.js'
import {
  addRequestMetrics,
  type Metrics,
  metricsRoutes,
} from './http/metrics.js'
import { openApiRoutes } from './http/openapi.js'
import { addRateLimits } from './http/rateLimits.js'
import { readRelease } from './http/release.js'
import { addStaleMarks } from './http/staleness.js'
import type { Traces } from './http/traces.js'
import { serveWebApp } from './http/webApp.js'
import { aboutRoutes } from './routes/about.js'
import { administrationRoutes } from './routes/administration.js'
import { appConfigRoutes } from './routes/appConfig.js'
import { authRoutes } from './routes/auth.js'
import { balanceRoutes } from './routes/balances.js'
import { bridgeRoutes } from './routes/bridges.js'
import { chainRoutes } from './routes/chains.js'
import { collectiblePictureRoutes } from './routes/collectiblePictures.js'
import { collectibleRoutes } from './routes/collectibles.js'
import { commentRoutes } from './routes/comments.js'
import { contractRoutes } from './routes/contracts.js'
import { dataDecoderRoutes } from './routes/dataDecoder.js'
import { delegateRoutes } from './routes/delegates.js'
import { draftRoutes } from './routes/drafts.js'
import { liveRoutes } from './routes/live.js'
import { masterCopyRoutes } from './routes/masterCopies.js'
import { messageRoutes } from './routes/messages.js'
import { moveInRoutes } from './routes/moveIn.js'
import { nameRoutes } from './routes/names.js'
import { noticeRoutes } from './routes/notices.js'
import { notOfferedRoutes } from './routes/notOffered.js'
import { ownerRoutes } from './routes/owners.js'
import { proposalRoutes } from './routes/proposals.js'
import { rpcRoutes } from './routes/rpc.js'
import { safeAppRoutes } from './routes/safeApps.js'
import { safeRoutes } from './routes/safes.js'
import { tokenRoutes } from './routes/tokens.js'
import { transactionRoutes } from './routes/transactions.js'
import { readHeads } from './store/cursors.js'
import { getReads, readPoolUses, type Store } from './store/openStore.js'
import { sumUses } from './store/pool.js'
import { whileReading } from './store/replicas.js'
import { mountTransactionService } from './transactionService/mount.js'

export type AppDependencies = {
  config: Config
  log: Logger
  store: Store
  /** With connections of their own, for other work of this process. */
  otherStores?: readonly Store[]
  /** Where changes are announced that other processes make. */
  databaseUrl: string
  chains: readonly ChainAccess[]
  /** How the chains go that this process indexes. */
  progress: ReadonlyMap<number, ChainProgress>
  metrics: Metrics
  traces?: Traces | undefined
  /** Where the built app is; a process that only indexes serves none. */
  webFolder: string
}

/** Everything of the wire, one line per resource. */
function apiRoutes(app: FastifyInstance, context: Context): void {
  aboutRoutes(app, context)
  balanceRoutes(app, context)
  authRoutes(app, context)
  bridgeRoutes(app, context)
  chainRoutes(app, context)
  collectibleRoutes(app, context)
  collectiblePictureRoutes(app, context)
  commentRoutes(app, context)
  contractRoutes(app, context)
  nameRoutes(app, context)
  noticeRoutes(app, context)
  notOfferedRoutes(app, context)
  dataDecoderRoutes(app, context)
  delegateRoutes(app, context)
  draftRoutes(app, context)
  masterCopyRoutes(app, context)
  messageRoutes(app, context)
  moveInRoutes(app, context)
  openApiRoutes(app)
  ownerRoutes(app, context)
  proposalRoutes(app, context)
  rpcRoutes(app, context)
  safeAppRoutes(app, context)
  safeRoutes(app, context)
  tokenRoutes(app, context)
  transactionRoutes(app, context)
}

export async function createApp(
  dependencies: AppDependencies,
): Promise<FastifyInstance> {
  const { config, log } = dependencies
  const loggerInstance: FastifyBaseLogger = log
  const { embedding } = config
  const headers = listCommonHeaders({ ...embedding, path: '' })
  const app = fastify({
    ...getServerOptions(config.access),
    loggerInstance,
    frameworkErrors: createAddressErrorHandler(headers),
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 256 },
  })
  app.setErrorHandler(errorHandler)
  app.addHook('onRequest', async ({ url }, reply) => {
    const [path = ''] = url.split('?', 1)
    reply.headers(listCommonHeaders({ ...embedding, path }))
  })
  dependencies.traces?.addTo(app)
  addHostCheck(app, config.access)
  if (config.databaseReadUrl !== undefined)
    app.addHook('onRequest', ({ method }, _reply, done) => {
      if (method === 'GET' || method === 'HEAD') whileReading(done)
      else done()
    })
  addLimits(app)
  addRequestMetrics(app, dependencies)
  addCors(app, config.access)
  addRateLimits(app, config.access, chooseBuckets(dependencies))
  addBudget(app, { mostBytes: config.access.answersMegabytes * 1_048_576 })
  addLine(app, {
    store: dependencies.store,
    chainIds: config.chains.map(({ chainId }) => chainId),
    strangersAtOnce: config.access.strangersAtOnce,
  })

  const context =
    config.role === 'indexer' ? undefined : createContext(dependencies)
  addAccess(app, context)

  healthRoutes(app, dependencies)
  metricsRoutes(app, dependencies)
  const release = await readRelease(dependencies.webFolder)
  dependencies.metrics.readRelease(release)
  const hub = context && addLive(app, { context, dependencies })
  const { store, otherStores = [] } = dependencies
  dependencies.metrics.readUse(() => ({
    connections: sumUses([store, ...otherStores].flatMap(readPoolUses)),
    reads: getReads(store),
    streams: hub?.count() ?? 0,
  }))
  appConfigRoutes(app, config, { release, readPosition: () => hub?.position() })
  if (context) {
    addStaleMarks(app, dependencies)
    apiRoutes(app, context)
    administrationRoutes(app, context, { release, health: dependencies })
    await mountTransactionService(app, context)
    await serveWebApp(app, dependencies)
  } else app.setNotFoundHandler(notFoundHandler)
  return app
}

/** Whatever changes is told, and what was remembered of it is forgotten. */
function addLive(
  app: FastifyInstance,
  parameters: { context: Context; dependencies: AppDependencies },
): LiveHub {
  const { context, dependencies } = parameters
  const { answers, membership } = context
  const { metrics, store } = dependencies
  const onAwaited = addInterest(app, dependencies)
  app.addHook('onClose', async () => answers.stop())
  const hub = createLiveHub({
    ...dependencies,
    onAwaited,
    onChange: ({ chainId, safe, kind, writtenAt }) => {
      metrics.observeChange(writtenAt)
      if (kind === 'reorg') answers.forgetChain(chainId)
      else answers.forgetSafe(chainId, safe)
      if (kind === 'safe' || kind === 'reorg')
        membership.forgetSafe(chainId, safe)
    },
    onReset() {
      for (const { chainId } of dependencies.config.chains)
        answers.forgetChain(chainId)
    },
  })
  liveRoutes(app, context, hub)
  answers.keepBy(async () => {
    const [heads] = await Promise.all([readHeads(store), hub.ready()])
    for (const { chainId, hash } of heads) answers.noteBlock(chainId, hash)
  })
  return hub
}
