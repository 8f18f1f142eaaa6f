import type { KnownContract } from '@covault/protocol'
import type { Logger } from 'pino'
import type { Address } from 'viem'
import type { Allowances } from './allowances.js'
import type { Assets } from './assets/assets.js'
import type { Token } from './assets/readTokens.js'
import type { ChainAccess } from './chain/client.js'
import type { ChainConfig } from './chainsConfig.js'
import type { ChainStates } from './commands/chainStates.js'
import type { Membership } from './commands/membership.js'
import type { VerifiedLookup } from './commands/verifiedContracts.js'
import type { Config } from './config.js'
import { NotFoundFailure } from './failures.js'
import type { Answers } from './http/answers.js'
import type { Store } from './store/openStore.js'

/** What routes and commands work with. */
export type Context = {
  config: Config
  log: Logger
  store: Store
  chains: readonly ChainAccess[]
  /** What safes are that nobody follows. */
  states: ChainStates
  /** What was just answered, for those who ask the same. */
  answers: Answers
  /** Who may see which safe, where the gateway is for members. */
  membership: Membership
  /** How often may be written. */
  allowances: Allowances
  /** What safes have and what it is worth. */
  assets: Assets
  /** Tokens among these addresses, as far as the registry knows them. */
  readTokens(parameters: {
    chainId: number
    addresses: readonly Address[]
  }): Promise<ReadonlyMap<Address, RegisteredToken>>
  /** Contracts whose source somebody verified. */
  verified: VerifiedLookup
  /** Safe's own contracts whose code was seen on the chain. */
  readPinnedContracts(
    chainId: number,
  ): Promise<ReadonlyMap<Address, KnownContract>>
  /** Of Safe's contracts, those that a chain was found to lack. */
  readMissing(chainId: number): Promise<ReadonlySet<Address>>
}

export type RegisteredToken = Omit<Token, 'spamScore' | 'spamReasons'>

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
