import { type Address, type Hex, keccak256, zeroAddress } from 'viem'
import { encodeExecTransaction } from '../execTransaction.js'
import { safeSlots } from '../safeSlots.js'
import {
  hashSafeTransaction,
  type SafeDomain,
  type SafeTransaction,
} from '../safeTransaction.js'
import { buildSignatures } from '../signature.js'
import { addressWord, bytes32Word, uintWord } from '../word.js'

/** What is pretended of an account while a call is simulated. */
export type AccountOverride = {
  balance?: bigint
  code?: Hex
  /** By slot; the rest of the storage stays as it is. */
  stateDiff?: Readonly<Record<Hex, Hex>>
}

export type StateOverrides = Readonly<Record<Address, AccountOverride>>

/** `execTransaction` as it would be sent, and what must be pretended. */
export type SimulatedCall = {
  from: Address
  to: Address
  data: Hex
  /** Only where the safe refunds native currency, by the gas price paid. */
  gasPrice: bigint | undefined
  overrides: StateOverrides
}

/**
 * The execution of a transaction that nobody has to have signed yet. As many
 * owners as are needed are made to have approved its hash (`approvedHashes`),
 * and the safe is at its nonce; nothing else of the safe is touched, so that
 * the effects, the refund and the events are those of the real execution.
 * Any real signatures are left aside: they have no effects of their own.
 */
export function buildSimulatedCall({
  domain,
  transaction,
  safe,
  executor,
  baseFee = 0n,
}: {
  domain: SafeDomain
  transaction: SafeTransaction
  safe: { owners: readonly Address[]; threshold: number; nonce: bigint }
  executor: Address
  /** Of the block; only a native refund depends on it. */
  baseFee?: bigint
}): SimulatedCall {
  const hash = hashSafeTransaction(domain, transaction)
  const approvers = safe.owners.slice(0, safe.threshold)
  const signatures = buildSignatures(
    approvers.map((signer) => ({ kind: 'approvedHash', signer })),
  )
  const gasPrice = findGasPrice(transaction, baseFee)
  return {
    from: executor,
    to: domain.safe,
    data: encodeExecTransaction(transaction, signatures),
    gasPrice,
    overrides: {
      [domain.safe]: {
        stateDiff: Object.fromEntries([
          ...approvers.map((owner) => [approvalSlot(owner, hash), toWord(1n)]),
          ...(safe.nonce === transaction.nonce
            ? []
            : [[toWord(safeSlots.nonce), toWord(transaction.nonce)]]),
        ]),
      },
      // Anyone who names a gas price must be able to pay it.
      ...(gasPrice !== undefined && { [executor]: { balance: 2n ** 120n } }),
    },
  }
}

/** `handlePayment` pays no more per gas than the sender of the call does. */
function findGasPrice(
  { gasPrice, gasToken }: SafeTransaction,
  baseFee: bigint,
): bigint | undefined {
  if (gasPrice === 0n || gasToken !== zeroAddress) return undefined
  return gasPrice > baseFee ? gasPrice : baseFee
}

/** `approvedHashes[owner][hash]` */
function approvalSlot(owner: Address, hash: Hex): Hex {
  const inner = keccak256(
    `0x${addressWord(owner)}${uintWord(safeSlots.approvedHashes)}`,
  )
  return keccak256(`0x${bytes32Word(hash)}${bytes32Word(inner)}`)
}

function toWord(value: bigint): Hex {
  return `0x${uintWord(value)}`
}
