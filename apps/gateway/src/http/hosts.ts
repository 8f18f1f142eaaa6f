import type { FastifyInstance } from 'fastify'
import { type AccessConfig, isLoopbackHost } from '../accessConfig.js'
import { RuleFailure } from '../failures.js'

/**
 * Refuses requests for a host that is not ours. A page of somebody else whose
 * name is made to lead here (DNS rebinding) is of one origin with this server
 * to a browser, and only the Host header tells. What a proxy forwards counts
 * beside it, never in its place: such a page can send that header too.
 * Probes ask for health by any address.
 */
export function addHostCheck(app: FastifyInstance, access: AccessConfig): void {
  app.addHook('onRequest', (request, _reply, done) => {
    if (request.routeOptions.url?.startsWith('/health/')) return done()
    const hosts = [request.headers.host ?? '', request.host]
    // Others take the address that was asked apart, so it must be one.
    const isAddress = (host: string) =>
      URL.canParse(`${request.protocol}://${host}`)
    if (
      hosts.every(
        (host) => isOwnHost(toHostname(host), access) && isAddress(host),
      )
    )
      return done()
    done(
      new RuleFailure(
        'This gateway does not answer for this host name. Its operator can add the name to access.publicNames.',
        { status: 421, named: true },
      ),
    )
  })
}

/** By which names the gateway is meant to be reached, on any port. */
function isOwnHost(
  hostname: string,
  { publicUrl, publicNames }: AccessConfig,
): boolean {
  if (isLoopbackHost(hostname) || publicNames.includes(hostname)) return true
  return publicUrl !== undefined && new URL(publicUrl).hostname === hostname
}

function toHostname(host: string): string {
  const [, name = ''] = /^(\[[^\]]*\]|[^:]*)(?::\d*)?$/.exec(host) ?? []
  return name.toLowerCase().replace(/\.$/, '')
}
