import type { Address, Hex } from 'viem'
import type { DecodedParameter } from './abi/decodeParameters.js'
import type { OwnerSet } from './ownerChanges.js'

/**
 * What a call is meant to do, with every fact as data. Nothing is guessed: an
 * amount without the token's decimals stays in its smallest units, and a call whose
 * target is not known is unknown, with its possible meanings beside it.
 */
export type Intent = IntentBase & IntentMeaning

type IntentBase = {
  /** Of the call in its tree. */
  readonly path: readonly number[]
  /** Native currency that goes along with a call that does something else. */
  readonly sent: Amount | undefined
  /** Bytes of the call's own data that the meaning does not explain. */
  readonly undecodedSize: number
}

export type TokenFacts = { readonly symbol: string; readonly decimals: number }

export type Amount = {
  /** In the smallest unit. */
  readonly value: bigint
  /** null is the chain's own currency. */
  readonly token: Address | null
  readonly facts: TokenFacts | undefined
  /** A token that bears the name of the chain's own currency. */
  readonly namesake?: true
  /** What a token calls itself whose decimals nobody knows. */
  readonly symbol?: string
}

export type Collectible = {
  readonly tokenId: bigint
  /** EIP-1155 counts them, EIP-721 has one of each. */
  readonly quantity: bigint
}

/** How many of how many owners must confirm after the call. */
export type Requirement = {
  readonly threshold: bigint
  /**
   * undefined if the present owners are not known, or if the contract would
   * refuse the change.
   */
  readonly ownerCount: number | undefined
}

export type IntentMeaning =
  | TransferIntent
  | ApprovalIntent
  | SettingsIntent
  | AllowanceIntent
  | SafeIntent
  | ContractIntent

export type TransferIntent =
  | {
      readonly kind: 'sendNative'
      readonly to: Address
      readonly amount: Amount
    }
  | {
      readonly kind: 'sendToken'
      /** Whose tokens move, if not those of the account that acts. */
      readonly owner: Address | undefined
      readonly to: Address
      readonly amount: Amount
    }
  | {
      readonly kind: 'sendCollectibles'
      readonly collection: Address
      readonly owner: Address | undefined
      readonly to: Address
      readonly items: readonly Collectible[]
      /** As the collection calls itself, where somebody asked it. */
      readonly symbol?: string | undefined
    }

export type ApprovalIntent =
  | {
      readonly kind: 'approveToken'
      readonly change: 'set' | 'increase' | 'decrease'
      readonly spender: Address
      readonly amount: Amount
      readonly unlimited: boolean
    }
  | {
      readonly kind: 'permitToken'
      readonly owner: Address
      readonly spender: Address
      readonly amount: Amount
      readonly unlimited: boolean
      readonly deadline: bigint
    }
  | {
      readonly kind: 'approveCollectible'
      readonly collection: Address
      readonly operator: Address
      readonly tokenId: bigint
    }
  | {
      readonly kind: 'approveCollection'
      readonly collection: Address
      readonly operator: Address
      readonly approved: boolean
    }

/** A safe changes itself. */
export type SettingsIntent = { readonly safe: Address } & SettingsMeaning

export type SettingsMeaning =
  | {
      readonly kind: 'addOwner' | 'removeOwner'
      readonly owner: Address
      readonly requirement: Requirement
      readonly before: OwnerSet | undefined
    }
  | {
      readonly kind: 'swapOwner'
      readonly oldOwner: Address
      readonly newOwner: Address
      readonly before: OwnerSet | undefined
    }
  | {
      readonly kind: 'changeThreshold'
      readonly requirement: Requirement
      readonly before: OwnerSet | undefined
    }
  | {
      readonly kind: 'enableModule' | 'disableModule'
      readonly module: Address
    }
  | {
      readonly kind: 'setGuard' | 'setModuleGuard'
      /** undefined takes the guard away. */
      readonly guard: Address | undefined
    }
  | {
      readonly kind: 'setFallbackHandler'
      readonly handler: Address | undefined
    }
  | { readonly kind: 'changeSingleton'; readonly singleton: Address }
  | {
      readonly kind: 'migrate'
      readonly migration: Address
      readonly method: string
      /** undefined where only the migration contract itself knows it. */
      readonly singleton: Address | undefined
      readonly handler: Address | undefined
    }

export type AllowanceIntent =
  | {
      readonly kind: 'setAllowance'
      readonly delegate: Address
      readonly amount: Amount
      /** 0: the allowance is given once. */
      readonly resetMinutes: bigint
      /** Since 1970, what the periods are counted from; 0 is the present. */
      readonly resetBaseMinutes: bigint
    }
  | {
      readonly kind: 'resetAllowance' | 'deleteAllowance'
      readonly delegate: Address
      readonly token: Amount['token']
    }
  | { readonly kind: 'addDelegate'; readonly delegate: Address }
  | {
      readonly kind: 'removeDelegate'
      readonly delegate: Address
      readonly removeAllowances: boolean
    }
  | {
      readonly kind: 'spendAllowance'
      readonly safe: Address
      readonly delegate: Address
      readonly to: Address
      readonly amount: Amount
      /** What the safe pays beside it to anyone who sends the transaction. */
      readonly payment: Amount | undefined
    }

export type SafeIntent =
  | {
      readonly kind: 'reject'
      readonly safe: Address
      readonly nonce: bigint | undefined
    }
  | {
      readonly kind: 'batch'
      /** Who acts in it, if not the account that makes the call. */
      readonly actor: Address | undefined
      readonly intents: readonly Intent[]
    }
  | {
      readonly kind: 'executeTransaction'
      readonly safe: Address
      readonly viaModule: boolean
      /** undefined if what is executed could not be read. */
      readonly intent: Intent | undefined
      readonly refund: Refund | undefined
    }
  | { readonly kind: 'approveHash'; readonly safe: Address; readonly hash: Hex }
  | { readonly kind: 'signMessage'; readonly message: Hex }
  | {
      readonly kind: 'createSafe'
      readonly factory: Address
      readonly singleton: Address
      readonly saltNonce: bigint | undefined
      /** Called by the factory after the creation. */
      readonly callback: Address | undefined
      /** undefined if the initializer is not a `setup` we can read. */
      readonly setup: SafeSetup | undefined
    }

/** The safe pays the gas back: gasPrice times the gas used, which is signed. */
export type Refund = {
  readonly gasPrice: bigint
  /** null is the chain's own currency. */
  readonly gasToken: Address | null
  /** undefined is the account that sends the transaction. */
  readonly receiver: Address | undefined
}

export type SafeSetup = {
  readonly owners: readonly Address[]
  readonly threshold: bigint
  readonly fallbackHandler: Address | undefined
  /** Whose code the new safe runs while it is set up. */
  readonly delegate: Address | undefined
  /** What the new safe pays for its creation. */
  readonly payment: Amount | undefined
  /** undefined is the account that sends the transaction. */
  readonly paymentReceiver: Address | undefined
}

export type ContractIntent =
  | { readonly kind: 'emptyCall'; readonly to: Address }
  | {
      readonly kind: 'deployContract'
      readonly amount: Amount
      readonly codeSize: number
      readonly salt: Hex | undefined
    }
  | {
      readonly kind: 'contractCall'
      readonly to: Address
      readonly method: string
      readonly signature: string
      readonly parameters: readonly DecodedParameter[]
    }
  | {
      readonly kind: 'unknownCall'
      readonly to: Address
      readonly size: number
      readonly candidates: readonly Intent[]
    }
  | {
      /** The code of `to` runs with the storage and funds of `account`. */
      readonly kind: 'delegateCall'
      readonly to: Address
      readonly account: Address | undefined
      readonly size: number
      readonly candidates: readonly Intent[]
    }
