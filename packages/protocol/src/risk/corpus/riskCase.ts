import type { Address, Hex } from 'viem'
import type { SafeDomain, SafeTransaction } from '../../safeTransaction.js'

/** From the mildest to the gravest; danger needs a tick, block a typed word. */
export type RiskSeverity = 'info' | 'warning' | 'danger' | 'block'

/** Every finding there is, with the severities it may have. */
export const riskSeverities = {
  'unpinned-delegatecall': ['block'],
  'refund-drain': ['danger'],
  'unlimited-approval': ['danger'],
  'approval-for-all': ['danger'],
  permit: ['danger'],
  'owner-change': ['warning'],
  'threshold-change': ['warning', 'danger'],
  'module-change': ['warning', 'danger'],
  'guard-change': ['danger'],
  'handler-change': ['danger'],
  'singleton-change': ['danger', 'block'],
  'data-to-no-code': ['danger'],
  'first-time-recipient': ['info'],
  'look-alike-recipient': ['info', 'warning'],
  'replayable-signature': ['danger'],
  'selector-contradicts-target': ['danger'],
  'odd-call-in-batch': ['warning'],
  'large-share': ['warning'],
  'partly-decoded': ['warning'],
} as const satisfies Record<string, readonly RiskSeverity[]>

export type RiskId = keyof typeof riskSeverities

export type ContractKind =
  | 'safe'
  | 'erc20'
  | 'erc721'
  | 'erc1155'
  | 'multiSend'
  | 'module'
  | 'account'
  | 'contract'

/**
 * What the caller knows. Anything may be absent: absent means unknown, and
 * what is unknown never silences a danger or a block.
 */
export type RiskFacts = {
  safe: SafeFacts
  /** keccak256 of the code at an address; null says that there is none. */
  codeHashes: Record<Address, Hex | null>
  kinds?: Record<Address, ContractKind>
  /** Paid before, or in the address book. */
  knownRecipients?: Address[]
  /** What the safe holds; token null is the chain's own currency. */
  balances?: { token: Address | null; amount: bigint }[]
  totalSupplies?: Record<Address, bigint>
}

export type SafeFacts = {
  address: Address
  version: SafeDomain['version']
  chainId: number
  owners: Address[]
  threshold: number
  nonce?: bigint
}

export type ExpectedFinding = {
  id: RiskId
  severity: RiskSeverity
  /**
   * The call in the tree: [] the transaction's own call, [i] leg i of a batch,
   * [0] the call inside execTransaction. Absent where two places are as good.
   */
  path?: number[]
}

/**
 * One labelled transaction. `expected` is complete: a finding that is missing
 * is a miss, one beyond it a false alarm; their order means nothing.
 *
 * How the labels read the table of rules:
 * - One finding per id and call; a batch raises each finding at its own leg.
 * - A recipient is the target of a call with value, or the `to` of a token or
 *   NFT transfer. Spenders, new owners and the refund receiver are not.
 * - Known addresses are the known recipients, the owners and the safe. A look-
 *   alike of one is a first-time recipient as well; an exact match is neither.
 * - "The safe itself" is the safe that makes the call: inside execTransaction
 *   of a nested safe, that one. The 1.5.0 MultiSend contracts read a leg to the
 *   zero address as a leg to the safe.
 * - The kind 'contract' says only that there is code; it contradicts nothing.
 * - An unknown selector is an unknown call, not a partly decoded one. A known
 *   one whose arguments do not re-encode to the same bytes is partly decoded.
 * - A DAI permit is a permit, and an unlimited approval when `allowed` is true.
 */
export type RiskCase = {
  name: string
  story: string
  domain: SafeDomain
  transaction: SafeTransaction
  facts: RiskFacts
  expected: ExpectedFinding[]
  /** Findings that the case comes close to and must not raise. */
  nearMiss: RiskId[]
}

export function finding(
  id: RiskId,
  severity: RiskSeverity,
  path?: number[],
): ExpectedFinding {
  return path ? { id, severity, path } : { id, severity }
}
