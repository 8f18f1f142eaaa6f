import type { Address } from 'viem'
import type { ChainConfig } from '../../trust/chainClient.js'
import type { SafeState } from '../../trust/safe.js'

/** The safe a page is about: one address on one chain. */
export type SafeScope = { chain: ChainConfig; address: Address }

/** One safe and what the chain said of it. */
export type SafePlace = {
  chain: ChainConfig
  address: Address
  safe: SafeState
}

/** A safe of which the chain may not have said anything yet. */
export type OpenPlace = SafeScope & { safe: SafeState | undefined }
