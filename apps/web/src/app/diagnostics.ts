import type { AppConfig } from '@covault/api'
import type { QueryClient } from '@tanstack/react-query'
import { environment } from '../preferences/environment.js'
import { measureStorage } from '../preferences/preference.js'
import { livenessQuery } from '../queries/health.js'
import { liveStateQuery } from '../queries/liveState.js'
import { headQuery } from '../trust/head.js'
import { describeError } from '../words/errors.js'

/**
 * What somebody who helps needs to know. No address, no name, no key: of
 * endpoints only the host, of storage only the sizes.
 */
export function writeDiagnostics({
  queries,
  config,
}: {
  queries: QueryClient
  config: AppConfig
}): string {
  const gateway = queries.getQueryState(livenessQuery.queryKey)
  const chosen = environment.read()
  return JSON.stringify(
    {
      product: `Covault ${config.version}`,
      time: new Date().toISOString(),
      page: window.location.pathname,
      browser: navigator.userAgent,
      window: `${window.innerWidth} x ${window.innerHeight}`,
      gateway: {
        host: hostOf(chosen.gatewayUrl ?? window.location.origin),
        status: gateway?.status ?? 'not asked',
        live: queries.getQueryData(liveStateQuery.queryKey) ?? 'off',
      },
      chains: config.chains.map((chain) => {
        const head = queries.getQueryState(headQuery(chain).queryKey)
        return {
          chainId: chain.chainId,
          host: hostOf(chain.rpcUrl),
          source: head?.data?.source ?? null,
          block: head?.data ? String(head.data.number) : null,
          latency: head?.data?.latency ?? null,
          error: head?.error ? describeError(head.error) : null,
        }
      }),
      storage: measureStorage(),
    },
    null,
    2,
  )
}

export async function copyDiagnostics(parameters: {
  queries: QueryClient
  config: AppConfig
}): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(writeDiagnostics(parameters))
    return true
  } catch {
    return false
  }
}

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : 'unreadable'
}
