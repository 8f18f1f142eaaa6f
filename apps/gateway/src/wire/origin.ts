import type { EndpointWire, getTransaction } from '@covault/api'
import type { Config } from '../config.js'

type SafeAppInfoWire = EndpointWire<typeof getTransaction>['safeAppInfo']

/** The configured Safe App whose address the origin names, exactly. */
export function toSafeAppInfo(
  config: Config,
  origin: string | null,
): SafeAppInfoWire {
  const url = readOriginUrl(origin)
  const app = url && config.safeApps.find((known) => known.url === url)
  if (!app) return null
  return { name: app.name, url: app.url, logoUri: app.iconUrl }
}

function readOriginUrl(origin: string | null): string | undefined {
  if (!origin) return undefined
  try {
    const { url } = JSON.parse(origin) as { url?: unknown }
    return typeof url === 'string' ? url : undefined
  } catch {
    return undefined
  }
}
