import type { Logger } from 'pino'
import type { ChainAccess } from './chain/client.js'
import { createPinnedContracts } from './commands/readPinnedContracts.js'
import type { Config } from './config.js'
import type { Context } from './context.js'
import type { Store } from './store/openStore.js'

export function createContext(parameters: {
  config: Config
  log: Logger
  store: Store
  chains: readonly ChainAccess[]
}): Context {
  const { config, log, store, chains } = parameters
  return {
    config,
    log,
    store,
    chains,
    readTokens: async () => new Map(),
    readBalances: async () => ({ fiatTotal: '0', items: [] }),
    readPinnedContracts: createPinnedContracts(chains),
  }
}
