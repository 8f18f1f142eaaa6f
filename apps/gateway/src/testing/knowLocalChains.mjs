import { createRequire } from 'node:module'

/**
 * The starter kit has no option for where contracts are; it asks the
 * ecosystem's register, which knows no local chains until it is told.
 */
export function knowLocalChains(chainIds) {
  const register = createRequire(import.meta.url)(
    '@safe-global/safe-deployments/dist/deployments.js',
  )
  for (const { networkAddresses } of Object.values(register).flat())
    for (const chainId of chainIds)
      networkAddresses[chainId] ??= networkAddresses[1]
}
