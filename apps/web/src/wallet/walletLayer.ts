import { useSyncExternalStore } from 'react'
import type { Hex } from 'viem'
import { createStore } from '../lib/store.js'
import type { WalletVerbs } from './verbs.js'

/** What a page may use of the wallet layer once that is there. */
export type WalletLayer = WalletVerbs & {
  openConnect(): void
  openChains(): void
  /** For the connected account. */
  openSignIn(): void
  /** Lists a transaction in the wallet's profile: pending, then the outcome. */
  track(transaction: { hash: Hex; description: string }): void
}

const current = createStore<WalletLayer | undefined>(undefined)

/** The layer comes when the browser is idle, or when somebody wants it. */
export function useWalletLayer(): WalletLayer | undefined {
  return useSyncExternalStore(current.subscribe, current.read)
}

/** For the layer itself; answers with how to take it away again. */
export function provideWalletLayer(layer: WalletLayer): () => void {
  current.write(layer)
  return () => {
    if (current.read() === layer) current.write(undefined)
  }
}
