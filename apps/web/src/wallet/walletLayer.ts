import { useEffect, useSyncExternalStore } from 'react'
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

/** Whether anything on the page cannot do its work without the layer. */
export const isLayerNeeded = createStore(false)

/** The layer comes when the page stands; on a metered connection, with this. */
export function useWalletLayer(): WalletLayer | undefined {
  useEffect(() => isLayerNeeded.write(true), [])
  return usePresentWalletLayer()
}

/** For what is only offered where the layer has come anyway. */
export function usePresentWalletLayer(): WalletLayer | undefined {
  return useSyncExternalStore(current.subscribe, current.read)
}

/**
 * A wallet was connected here before, or the page that shows this one is one.
 */
export function expectsWallet(): boolean {
  if (window.parent !== window) return true
  try {
    return localStorage.getItem('covault.v1.wallet.recentConnectorId') !== null
  } catch {
    return false
  }
}

/** For the layer itself; answers with how to take it away again. */
export function provideWalletLayer(layer: WalletLayer): () => void {
  current.write(layer)
  return () => {
    if (current.read() === layer) current.write(undefined)
  }
}
