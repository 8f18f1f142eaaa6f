import type { Logger } from 'pino'
import { createAllowances } from './allowances.js'
import { createAssets } from './assets/assets.js'
import { readKnownTokens } from './assets/readKnownTokens.js'
import type { ChainAccess } from './chain/client.js'
import { chooseBuckets } from './chooseBuckets.js'
import { createChainStates } from './commands/chainStates.js'
import { decideMember } from './commands/decideMember.js'
import { createMembership } from './commands/membership.js'
import { createMissing } from './commands/readMissing.js'
import { createPinnedContracts } from './commands/readPinnedContracts.js'
import { createVerifiedContracts } from './commands/verifiedContracts.js'
import type { Config } from './config.js'
import type { Context } from './context.js'
import { createAnswers } from './http/answers.js'
import { getLists, type Store } from './store/openStore.js'

export function createContext(parameters: {
  config: Config
  log: Logger
  store: Store
  chains: readonly ChainAccess[]
}): Context {
  const { config, log, store, chains } = parameters
  const assets = createAssets({ config, chains, store, log })
  const context: Context = {
    config,
    log,
    store,
    chains,
    states: createChainStates(),
    answers: createAnswers(getLists(store)),
    membership: createMembership({
      store,
      decide: (place, account) => decideMember(context, place, account),
    }),
    allowances: createAllowances(
      config.access.rateLimits,
      chooseBuckets({ config, store }),
    ),
    assets,
    readTokens: (wanted) => readKnownTokens(assets, wanted),
    verified: createVerifiedContracts({ config, log }),
    readPinnedContracts: createPinnedContracts(chains),
    readMissing: createMissing({ chains, log }),
  }
  return context
}
