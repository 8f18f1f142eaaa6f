import { useSyncExternalStore } from 'react'
import type { Address, Hex } from 'viem'
import { createStore } from '../lib/store.js'
import { ResourceUnavailableError, UserRejectedError } from './walletErrors.js'

type NamedChain = {
  chainId: number
  name: string
  nativeCurrency: { symbol: string; decimals: number }
}

/** A question that the wallet layer itself has to put to the person. */
export type Prompt =
  | { kind: 'chooseAccount'; chain: NamedChain; current: Address | null }
  | {
      kind: 'signMessage'
      chain: NamedChain
      account: Address
      /** As text where the bytes are text, else the bytes. */
      content: { text: string } | { bytes: Hex }
    }
  | {
      kind: 'signTypedData'
      chain: NamedChain
      account: Address
      primaryType: string
      domain: Record<string, unknown>
      message: Record<string, unknown>
    }
  | {
      kind: 'sendTransaction'
      chain: NamedChain
      account: Address
      /** Null: a contract is created. */
      to: Address | null
      value: bigint
      data: Hex
      /** The function that the data names, where it is a known one. */
      method: string | undefined
    }
  | { kind: 'switchChain'; from: NamedChain; to: NamedChain }
  | { kind: 'watchAsset'; address: string; symbol: string }
  | { kind: 'explainProjectId'; wallet: string }
  | { kind: 'explainNoWallet' }

/** One question at a time; the next one is refused while one is open. */
export type PromptDesk = {
  /** The answer: an account where one is chosen, else `true`. */
  ask(prompt: Prompt): Promise<Address | true>
  approve(answer: Address | true): void
  reject(): void
  read(): Prompt | undefined
  subscribe(onChange: () => void): () => void
}

export function createPromptDesk(): PromptDesk {
  const open = createStore<Open | undefined>(undefined)
  return {
    ask(prompt) {
      if (open.read()) return Promise.reject(new ResourceUnavailableError())
      return new Promise((approve, reject) =>
        open.write({ prompt, approve, reject }),
      )
    },
    approve(answer) {
      open.read()?.approve(answer)
      open.write(undefined)
    },
    reject() {
      open.read()?.reject(new UserRejectedError())
      open.write(undefined)
    },
    read: () => open.read()?.prompt,
    subscribe: open.subscribe,
  }
}

type Open = {
  prompt: Prompt
  approve: (answer: Address | true) => void
  reject: (error: UserRejectedError) => void
}

export function usePrompt(desk: PromptDesk): Prompt | undefined {
  return useSyncExternalStore(desk.subscribe, desk.read)
}
