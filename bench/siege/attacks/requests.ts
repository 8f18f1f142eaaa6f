import { inventHash, pick } from '../invented.js'
import type { Attack } from '../target.js'

/** A page of somebody else's that reaches this address by name. */
export const wrongHosts: Attack = {
  name: 'requests for other hosts',
  ask: ({ safe: { chainId, address } }) => ({
    path: pick([
      '/',
      '/metrics',
      '/app-config',
      `/v1/chains/${chainId}/safes/${address}`,
    ]),
    headers: { host: 'rebound.example' },
  }),
}

export const malformedPaths: Attack = {
  name: 'paths that cannot be read',
  ask: ({ safe: { chainId, address } }) => ({
    path: pick([
      '/%ff%fe',
      `/v1/chains/${chainId}/safes/%ff`,
      `/v1/chains/${chainId}/safes/${'a'.repeat(300)}`,
      `/v1/chains/${'9'.repeat(7_000)}`,
      `/${'a'.repeat(12_000)}`,
      `/v1/chains/${chainId}/safes/${address}%00`,
      `/v1/chains/${chainId}/transactions/module_${address}_i${inventHash()}`,
      '/assets/..%2f..%2f..%2fetc%2fpasswd',
    ]),
  }),
}
