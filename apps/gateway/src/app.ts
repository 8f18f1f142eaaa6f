import fastifyStatic from '@fastify/static'
import {
  type FastifyBaseLogger,
  type FastifyInstance,
  fastify,
  LogController,
} from 'fastify'
import type { Logger } from 'pino'
import type { ChainAccess } from './chain/client.js'
import type { Config } from './config.js'
import { commonHeaders, toOrigins } from './http/contentPolicy.js'
import { type DocumentTemplate, renderDocument } from './http/document.js'
import { errorHandler, notFoundHandler } from './http/errorHandler.js'
import { type ChainProgress, healthRoutes } from './http/health.js'
import { type Metrics, metricsRoutes } from './http/metrics.js'
import { aboutRoutes } from './routes/about.js'
import { appConfigRoutes, toAppConfig } from './routes/appConfig.js'
import type { Store } from './store/openStore.js'

export type AppDependencies = {
  config: Config
  log: Logger
  store: Store
  chains: readonly ChainAccess[]
  /** How the chains go that this process indexes. */
  progress: ReadonlyMap<number, ChainProgress>
  metrics: Metrics
  template: DocumentTemplate
  webFolder: string
}

/** Paths that belong to the API: an unknown one there is a 404, never the app. */
const apiPaths = /^\/(v[123]|api|health|about|metrics|assets)(\/|$)/

/** No page has a dot in its path; a missing file must not answer as one. */
function looksLikeFile(path: string): boolean {
  return path.slice(path.lastIndexOf('/')).includes('.')
}

export async function createApp(
  dependencies: AppDependencies,
): Promise<FastifyInstance> {
  const { config, log, template, webFolder } = dependencies
  const loggerInstance: FastifyBaseLogger = log
  const app = fastify({
    loggerInstance,
    logController: new LogController({ disableRequestLogging: true }),
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 256 },
  })
  app.setErrorHandler(errorHandler)
  app.addHook('onRequest', async (_request, reply) => {
    reply.headers(commonHeaders)
  })

  healthRoutes(app, dependencies)
  metricsRoutes(app, dependencies)
  aboutRoutes(app)
  appConfigRoutes(app, config)

  await app.register(fastifyStatic, {
    root: webFolder,
    index: false,
    wildcard: false,
    // The document is rendered, and the policy's hashes are not the browser's business.
    globIgnore: ['index.html', 'csp.json'],
    cacheControl: false,
    setHeaders(reply, path) {
      reply.setHeader(
        'cache-control',
        path.includes('/assets/')
          ? 'public, max-age=31536000, immutable'
          : 'no-cache',
      )
    },
  })

  const connectOrigins = toOrigins(
    config.chains.flatMap((chain) => chain.rpcUrls),
  )
  const appConfig = toAppConfig(config)
  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?')[0] ?? '/'
    const isPage = request.method === 'GET' || request.method === 'HEAD'
    if (!isPage || apiPaths.test(path) || looksLikeFile(path))
      return notFoundHandler(request, reply)
    const { html, policy } = renderDocument({
      template,
      appConfig,
      connectOrigins,
    })
    return reply
      .code(200)
      .headers({
        'content-security-policy': policy,
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'no-store',
      })
      .send(html)
  })
  return app
}
