import type { TransactionSummary } from '@covault/api'
import type { Address } from 'viem'
import type { SafeState } from '../../trust/safe.js'
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
  /** The check was tried in vain. */
  isFailed: boolean
  /** What is wrong with what the gateway says of it. */
  doubt: string | undefined
}

/** Undefined for what owners do not sign. */
export function findStanding(
  { executionInfo, txStatus }: TransactionSummary,
  {
    safe,
    check,
    isFailed,
  }: {
    safe: SafeState | undefined
    check: RowCheck | undefined
    /** The check was tried in vain. */
    isFailed: boolean
  },
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
      isFailed,
      doubt:
        check?.status === 'differs'
          ? `Not what the gateway says it is. ${check.reason} Do not sign it.`
          : undefined,
    }
  const signers = check.confirmations
    .filter(({ status }) => status === 'verified')
    .map(({ signer }) => signer)
  const signed = new Set(signers).size
  const invalid = check.confirmations
    .filter(({ status }) => status === 'invalid')
    .map(({ signer }) => signer)
  return {
    nonce: check.nonce,
    signed,
    required: safe.threshold,
    missing: safe.owners.filter((owner) => !signers.includes(owner)),
    invalid,
    status:
      signed >= safe.threshold
        ? 'AWAITING_EXECUTION'
        : 'AWAITING_CONFIRMATIONS',
    isChecked: true,
    isFailed: false,
    doubt: findDoubt({ said: nonce, nonce: check.nonce, invalid }),
  }
}

function findDoubt({
  said,
  nonce,
  invalid,
}: {
  said: bigint
  nonce: bigint
  invalid: readonly Address[]
}): string | undefined {
  if (said !== nonce)
    return `The gateway puts it at nonce ${said}. Its bytes say ${nonce}.`
  if (invalid.length > 0)
    return 'A signature that the gateway returns is not valid.'
  return undefined
}
