import type { Address, Hex } from 'viem'
import type { TokenFacts } from '../intent.js'
import type { Call } from '../multiSend.js'
import type { SafeDomain } from '../safeTransaction.js'

/**
 * What the caller knows. Anything may be absent: absent means unknown, and
 * what is unknown never silences a danger or a block.
 */
export type RiskFacts = {
  safe: SafeFacts
  /** keccak256 of the code at an address; null says that there is none. */
  codeHashes: Record<Address, Hex | null>
  /** There is no chain to ask: code that is missing above is not suspect. */
  isCodeUnread?: boolean
  kinds?: Record<Address, TargetKind>
  /** In the address book: the owners themselves say who that is. */
  knownRecipients?: Address[]
  /** Other safes of the reader. */
  ownSafes?: Address[]
  /**
   * Paid before, or owned, as somebody says who may lie. They make a look-alike
   * stand out; they never make anybody known.
   */
  counterparties?: Address[]
  /** The history could not be read: somebody may be missing among them. */
  isHistoryUnread?: boolean
  /**
   * Approved before, or trusted with the rights over a contract. Only if this
   * is there (it may be empty) is anybody called a stranger.
   */
  knownSpenders?: Address[]
  /**
   * Messages and transactions of other safes whose content the owners were
   * shown, by hash. Only if this is there is any other hash called unseen.
   */
  knownHashes?: Hex[]
  /** Of the same safe, at any nonce that is not used. */
  waiting?: WaitingTransaction[]
  /** What the safe holds; token null is the chain's own currency. */
  balances?: { token: Address | null; amount: bigint }[]
  totalSupplies?: Record<Address, bigint>
  /** Of the chain; absent: as the release knows it. */
  nativeCurrency?: TokenFacts
  /** What tokens say of themselves, as the chain has it. */
  tokens?: Record<Address, TokenFacts>
}

/** One that may still be executed, with all that it calls, down to the legs. */
export type WaitingTransaction = { nonce: bigint; calls: Call[] }

export type SafeFacts = {
  address: Address
  version: SafeDomain['version']
  chainId: number
  owners: Address[]
  threshold: number
  nonce?: bigint
}

/**
 * What is at an address: an account has no code, a contract has some and
 * nothing more is known of it.
 */
export type TargetKind =
  | 'safe'
  | 'erc20'
  | 'erc721'
  | 'erc1155'
  | 'multiSend'
  | 'module'
  | 'account'
  | 'contract'
