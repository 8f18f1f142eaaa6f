import { useSyncExternalStore } from 'react'
import type { Address, Hex } from 'viem'
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
  const changed = new EventTarget()
  type Open = {
    prompt: Prompt
    approve: (answer: Address | true) => void
    reject: (error: UserRejectedError) => void
  }
  let open: Open | undefined
  const replace = (next: Open | undefined) => {
    open = next
    changed.dispatchEvent(new Event('change'))
  }
  return {
    ask(prompt) {
      if (open) return Promise.reject(new ResourceUnavailableError())
      return new Promise((approve, reject) =>
        replace({ prompt, approve, reject }),
      )
    },
    approve(answer) {
      open?.approve(answer)
      replace(undefined)
    },
    reject() {
      open?.reject(new UserRejectedError())
      replace(undefined)
    },
    read: () => open?.prompt,
    subscribe(onChange) {
      changed.addEventListener('change', onChange)
      return () => changed.removeEventListener('change', onChange)
    },
  }
}

export function usePrompt(desk: PromptDesk): Prompt | undefined {
  return useSyncExternalStore(desk.subscribe, desk.read)
}
