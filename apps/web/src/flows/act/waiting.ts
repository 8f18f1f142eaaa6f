import type { WalletLayer } from '../../wallet/walletLayer.js'
import { GivenUpError } from './signErrors.js'

/** How it stands with the waiting when the wallet answers. */
export type Waiting = {
  isAwaited: () => boolean
  /** The wallet was asked again and has answered that. */
  isSettled: () => boolean
}

/** The wallet, asked for nothing any more once nobody waits. */
export function askOnlyWhile<
  Wallet extends Pick<
    WalletLayer,
    | 'signTypedData'
    | 'signHash'
    | 'sendTransaction'
    | 'sendCalls'
    | 'signAsSafe'
  >,
>({ isAwaited }: Pick<Waiting, 'isAwaited'>, wallet: Wallet): Wallet {
  const assertAwaited = () => {
    if (!isAwaited()) throw new GivenUpError()
  }
  return {
    ...wallet,
    signTypedData: async (typedData) => {
      assertAwaited()
      return wallet.signTypedData(typedData)
    },
    signHash: async (hash) => {
      assertAwaited()
      return wallet.signHash(hash)
    },
    sendTransaction: async (transaction) => {
      assertAwaited()
      return wallet.sendTransaction(transaction)
    },
    sendCalls: async (calls) => {
      assertAwaited()
      return wallet.sendCalls(calls)
    },
    signAsSafe: async (message) => {
      assertAwaited()
      return wallet.signAsSafe(message)
    },
  }
}
