import type { Address } from 'viem'
import type { ChainConfig } from '../../trust/chainClient.js'
import type { SafeState } from '../../trust/safe.js'

/** One safe and what the chain said of it. */
export type SafePlace = {
  chain: ChainConfig
  address: Address
  safe: SafeState
}
