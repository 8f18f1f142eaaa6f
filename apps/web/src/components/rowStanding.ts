import type { TransactionSummary } from '@covault/api'
import type { Address } from 'viem'
import type { SafeState } from '../trust/safe.js'
import type { RowCheck } from './rowCheck.js'

/** How one that waits stands: checked here, or else as the gateway says. */
export type RowStanding = {
  nonce: bigint
  signed: number
  required: number
  /** Undefined: nobody says whose seal is missing. */
  missing: readonly Address[] | undefined
  /** Whose signature is none, or not over this. */
  invalid: readonly Address[]
  status: TransactionSummary['txStatus']
  isChecked: boolean
  /** The gateway contradicts itself about it. */
  isDoubtful: boolean
}

/** Undefined for what owners do not sign. */
export function findStanding(
  { executionInfo, txStatus }: TransactionSummary,
  { safe, check }: { safe: SafeState | undefined; check: RowCheck | undefined },
): RowStanding | undefined {
  if (executionInfo?.type !== 'MULTISIG') return undefined
  const { nonce, confirmationsSubmitted, confirmationsRequired } = executionInfo
  if (!safe || check?.status !== 'checked')
    return {
      nonce,
      signed: confirmationsSubmitted,
      required: confirmationsRequired,
      missing: executionInfo.missingSigners?.map(({ value }) => value),
      invalid: [],
      status: txStatus,
      isChecked: false,
      isDoubtful: check?.status === 'differs',
    }
  const signers = check.confirmations
    .filter(({ status }) => status === 'verified')
    .map(({ signer }) => signer)
  const signed = new Set(signers).size
  return {
    nonce: check.nonce,
    signed,
    required: safe.threshold,
    missing: safe.owners.filter((owner) => !signers.includes(owner)),
    invalid: check.confirmations
      .filter(({ status }) => status === 'invalid')
      .map(({ signer }) => signer),
    status:
      signed >= safe.threshold
        ? 'AWAITING_EXECUTION'
        : 'AWAITING_CONFIRMATIONS',
    isChecked: true,
    isDoubtful: check.nonce !== nonce,
  }
}
