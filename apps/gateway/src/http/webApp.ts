import {
  integrityPolicy,
  isPagePath,
  readAppOrigins,
  readChosenOrigins,
  writeContentPolicy,
  writeFramePolicy,
} from '@covault/api/content-policy'
import { findChain } from '@covault/protocol'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { ChainConfig } from '../chainsConfig.js'
import type { Config } from '../config.js'
import { toGasPrices } from '../wire/gasPrices.js'
import { findOpenUrl } from '../wire/rpcAddress.js'
import { anyone } from './accessRule.js'
import { readDocument } from './document.js'
import { notFoundHandler } from './errorHandler.js'
import { toOrigins } from './origins.js'
import { listWalletConnectUrls } from './walletConnectUrls.js'

/**
 * The built app: its files, and its document for every other path. The document
 * is the same bytes for everybody; what differs is said by headers.
 */
export async function serveWebApp(
  app: FastifyInstance,
  parameters: { config: Config; webFolder: string },
): Promise<void> {
  const { config, webFolder } = parameters
  const document = await readDocument(webFolder)
  await app.register((scope, _options, done) => {
    scope.addHook('onRoute', (route) => {
      route.config = { ...route.config, ...anyone }
    })
    scope.addHook('onRequest', (request, reply, next) => {
      // A file has one address; any other spelling of it is none of ours.
      if (request.url.split('?')[0] !== request.routeOptions.url)
        return notFoundHandler(request, reply)
      addVary(reply)
      next()
    })
    void scope.register(fastifyStatic, {
      root: webFolder,
      index: false,
      wildcard: false,
      // The build puts a copy in brotli beside each file that gains by it.
      preCompressed: true,
      // The document has its own handler, and the facts about it are not the browser's business.
      globIgnore: ['index.html', 'document.json', '.vite/**', '**/*.br'],
      cacheControl: false,
      setHeaders(reply, path) {
        reply.setHeader('cache-control', findLifetime(path))
        // A host on another origin reads it before it shows us as its app.
        if (/\/manifest\.json(\.br)?$/.test(path))
          reply.setHeader('access-control-allow-origin', '*')
        // Kept and opened elsewhere; on this origin it would prove nothing.
        if (path.endsWith('/verify.html'))
          reply.setHeader(
            'content-disposition',
            'attachment; filename="verify.html"',
          )
      },
    })
    done()
  })

  const connectOrigins = toOrigins([
    ...config.chains.flatMap(listBrowserUrls),
    ...listWalletConnectUrls(config),
  ])
  const framePolicy = writeFramePolicy(config.embedding.parents)
  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?')[0] ?? '/'
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    if (!isRead || !isPagePath(path)) return notFoundHandler(request, reply)
    const opened = readAppOrigins(request.url, { host: request.host })
    const policy = writeContentPolicy({
      scriptHashes: document.scriptHashes,
      styleHashes: document.styleHashes,
      connectOrigins: [
        ...connectOrigins,
        ...readChosenOrigins(request.headers.cookie),
        ...(opened.connect ? [opened.connect] : []),
      ],
      frameOrigin: opened.frame,
    })
    addVary(reply)
    const brotli = /\bbr\b/.test(String(request.headers['accept-encoding']))
      ? document.brotli
      : undefined
    if (brotli) reply.header('content-encoding', 'br')
    return reply
      .code(200)
      .headers({
        'content-security-policy': `${policy}; ${framePolicy}`,
        'integrity-policy': integrityPolicy,
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'no-store',
      })
      .send(brotli ?? document.html)
  })
}

/**
 * A browser that has a worker looks for another one as seldom as it may, once a
 * day: so the page finds out first, and can warn.
 */
function findLifetime(path: string): string {
  if (path.includes('/assets/')) return 'public, max-age=31536000, immutable'
  return /\/sw\.js(\.br)?$/.test(path) ? 'max-age=86400' : 'no-cache'
}

function addVary(reply: FastifyReply): void {
  const known = reply.getHeader('vary')
  reply.header('vary', known ? `${known}, accept-encoding` : 'accept-encoding')
}

/**
 * What a browser reads a chain through: the release's node, the published one;
 * and who tells it the price of gas.
 */
function listBrowserUrls(chain: ChainConfig): string[] {
  const known = findChain(chain.chainId)
  const bundled = known && !known.local ? known.rpcUrl : undefined
  const oracles = toGasPrices(chain).flatMap((price) =>
    price.type === 'oracle' ? [price.uri] : [],
  )
  return [bundled, findOpenUrl(chain), ...oracles].filter(
    (url) => url !== undefined,
  )
}
