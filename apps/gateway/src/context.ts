import type { Logger } from 'pino'
import type { ChainAccess } from './chain/client.js'
import type { ChainConfig, Config } from './config.js'
import { NotFoundFailure } from './failures.js'
import type { Store } from './store/openStore.js'

/** What routes and commands work with. */
export type Context = {
  config: Config
  log: Logger
  store: Store
  chains: readonly ChainAccess[]
}

export type ServedChain = ChainConfig & { access: ChainAccess }

export function getServedChain(
  { config, chains }: Pick<Context, 'config' | 'chains'>,
  chainId: number,
): ServedChain {
  const chain = config.chains.find((known) => known.chainId === chainId)
  const access = chains.find((known) => known.chainId === chainId)
  if (!chain || !access) throw new NotFoundFailure()
  return { ...chain, access }
}
