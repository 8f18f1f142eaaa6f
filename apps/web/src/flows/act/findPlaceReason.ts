import type { Address } from 'viem'
import type { ChainConfig } from '../../trust/chainClient.js'
import { type Connection, isReconnecting } from '../../wallet/connection.js'
import { waitWords } from '../../words/demands.js'

/** Why a button cannot be pressed, the first thing to do about it. */
export type Reason =
  | { kind: 'connect' | 'switch' }
  | { kind: 'reason'; words: string }

/** What the wallet lacks: an account, then what this account may, then the network. */
export function findPlaceReason(
  connection: Connection | undefined,
  {
    chain,
    refuse = () => undefined,
  }: {
    chain: Pick<ChainConfig, 'chainId'>
    /** What no other network changes: nobody is asked to switch in vain. */
    refuse?: (account: Address) => string | undefined
  },
): Reason | undefined {
  if (!connection || isReconnecting(connection))
    return { kind: 'reason', words: waitWords.connecting }
  if (!connection.account) return { kind: 'connect' }
  const words = refuse(connection.account)
  if (words) return { kind: 'reason', words }
  return connection.chainId === chain.chainId ? undefined : { kind: 'switch' }
}
