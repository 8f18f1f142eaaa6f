import { type EndpointWire, getSafeApps } from '@covault/api'
import type { FastifyInstance } from 'fastify'
import type { SafeAppConfig } from '../config.js'
import { type Context, getServedChain } from '../context.js'
import { route } from '../http/route.js'

type SafeAppWire = EndpointWire<typeof getSafeApps>[number]

export function safeAppRoutes(app: FastifyInstance, context: Context): void {
  const { config } = context
  route(app, getSafeApps, ({ params, query }) => {
    const { chainId } = params
    getServedChain(context, chainId)
    const client = query.clientUrl ?? query.client_url
    return config.safeApps
      .filter(({ chainIds }) => isOn(chainIds, chainId))
      .filter(({ url }) => query.url === undefined || url === query.url)
      .filter((known) => isOffered(known, client))
      .map((known) => toSafeApp(known, config.chains))
  })
}

function isOn(chainIds: readonly number[], chainId: number): boolean {
  return chainIds.length === 0 || chainIds.includes(chainId)
}

/** An app may say which front ends list it; who does not say who it is sees it not. */
function isOffered(
  { allowedDomains }: SafeAppConfig,
  client: string | undefined,
): boolean {
  if (!allowedDomains) return true
  if (!client || !URL.canParse(client)) return false
  return allowedDomains.includes(new URL(client).host)
}

function toSafeApp(
  app: SafeAppConfig,
  chains: readonly { chainId: number }[],
): SafeAppWire {
  const { allowedDomains, chainIds, ...rest } = app
  const all = chains.map(({ chainId }) => chainId)
  return {
    ...rest,
    chainIds: (chainIds.length > 0 ? chainIds : all).map(String),
    accessControl: allowedDomains
      ? {
          type: 'DOMAIN_ALLOWLIST',
          value: allowedDomains.map((domain) => `https://${domain}`),
        }
      : { type: 'NO_RESTRICTIONS', value: null },
  }
}
