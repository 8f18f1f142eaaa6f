import { type AccessConfig, isLoopbackHost } from './accessConfig.js'
import { ConfigError } from './configError.js'
import { readHosts } from './store/hosts.js'

/** Passwords that everybody tries first. */
const wellKnown = ['', 'postgres', 'password', 'covault', 'changeme', 'secret']

/** Others than this machine are let in only by somebody who meant it. */
export function assertFitForPublic(parameters: {
  host: string
  access: AccessConfig
  databaseUrl: string | undefined
  metricsToken: string | undefined
}): void {
  const { host, access, databaseUrl, metricsToken } = parameters
  if (isLoopbackHost(host)) return
  if (access.publicUrl === undefined)
    throw new ConfigError(
      `The gateway would listen on ${host}, where others can reach it. Set access.publicUrl to its public address, or set host to 127.0.0.1.`,
    )
  if (databaseUrl && wellKnown.includes(readPassword(databaseUrl)))
    throw new ConfigError(
      `The gateway would listen on ${host} with a database whose password is empty or well known. Set a strong password in DATABASE_URL.`,
    )
  if (metricsToken !== undefined && metricsToken.length < 16)
    throw new ConfigError(
      `The gateway would listen on ${host} with a COVAULT_METRICS_TOKEN of ${metricsToken.length} characters. Use at least 16.`,
    )
}

function readPassword(databaseUrl: string): string {
  const [first = ''] = readHosts(databaseUrl).urls
  const url = URL.canParse(first) ? new URL(first) : undefined
  return (url?.password ?? '').toLowerCase()
}
