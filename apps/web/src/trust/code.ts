import type { Address, Hex } from 'viem'
import { getCode } from 'viem/actions'
import type { ChainClient } from './chainClient.js'

/** At the newest block; undefined: there is none. */
export function readCode(
  client: ChainClient,
  address: Address,
): Promise<Hex | undefined> {
  return getCode(client, { address })
}
