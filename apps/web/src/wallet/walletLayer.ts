import { useSyncExternalStore } from 'react'
import type { Hex } from 'viem'
import type { WalletVerbs } from './verbs.js'

/** What a page may use of the wallet layer once that is there. */
export type WalletLayer = WalletVerbs & {
  openConnect(): void
  openChains(): void
  /** Lists a transaction in the wallet's profile: pending, then the outcome. */
  track(transaction: { hash: Hex; description: string }): void
}

const changed = new EventTarget()
let current: WalletLayer | undefined

/** The layer comes when the browser is idle, or when somebody wants it. */
export function useWalletLayer(): WalletLayer | undefined {
  return useSyncExternalStore(subscribe, () => current)
}

/** For the layer itself; answers with how to take it away again. */
export function provideWalletLayer(layer: WalletLayer): () => void {
  replace(layer)
  return () => {
    if (current === layer) replace(undefined)
  }
}

function replace(layer: WalletLayer | undefined): void {
  current = layer
  changed.dispatchEvent(new Event('change'))
}

function subscribe(onChange: () => void): () => void {
  changed.addEventListener('change', onChange)
  return () => changed.removeEventListener('change', onChange)
}
