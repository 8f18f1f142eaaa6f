import type { Deployment } from './deployment.js'
import {
  createCallLibraries,
  fallbackHandlers,
  migrations,
  multiSends,
  proxyFactories,
  signMessageLibraries,
  simulateTxAccessors,
  singletons,
} from './table.js'

/** What safes are made and used with. */
export const publishedTools: readonly Deployment[] = [
  ...singletons,
  ...proxyFactories,
  ...fallbackHandlers,
  ...multiSends,
  ...signMessageLibraries,
  ...createCallLibraries,
  ...simulateTxAccessors,
]

/** All of them: also the contracts that replace a safe's singleton. */
export const publishedContracts: readonly Deployment[] = [
  ...publishedTools,
  ...migrations,
]
