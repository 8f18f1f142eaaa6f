import type { TransactionDetails } from '@covault/api'
import type { SafeState } from '../../trust/safe.js'

/** What is left to do about something that was signed, as of now. */
export function describeSigned(
  safe: Pick<SafeState, 'owners' | 'threshold' | 'nonce'>,
  {
    missing,
    details,
  }: {
    /** As it was when it was signed. */
    missing: number
    /** What the gateway says by now. */
    details: TransactionDetails | undefined
  },
): string {
  const info = details?.detailedExecutionInfo
  if (info?.type !== 'MULTISIG') return describeMissing(missing)
  if (details?.txStatus === 'FAILED') return 'It has been executed, and failed.'
  if (details?.executedAt) return 'It has been executed.'
  if (info.nonce < safe.nonce)
    return `Something else was executed at nonce ${info.nonce}: this can never run any more.`
  const signers = info.confirmations.filter(({ signer }) =>
    safe.owners.includes(signer.value),
  ).length
  return describeMissing(Math.max(0, safe.threshold - signers))
}

function describeMissing(missing: number): string {
  if (missing === 0)
    return 'There are enough seals: it can be executed when its nonce is next.'
  return `${missing} more ${missing === 1 ? 'owner has' : 'owners have'} to sign before it can be executed.`
}
