import type { TransactionDetails } from '@covault/api'
import { formatCount } from '../../lib/formatCount.js'
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
  if (details?.txStatus === 'FAILED')
    return 'The transaction was executed and failed.'
  if (details?.executedAt) return 'The transaction was executed.'
  if (info.nonce < safe.nonce)
    return `Another transaction was executed at nonce ${info.nonce}. This one can no longer be executed.`
  const signers = info.confirmations.filter(({ signer }) =>
    safe.owners.includes(signer.value),
  ).length
  return describeMissing(Math.max(0, safe.threshold - signers))
}

function describeMissing(missing: number): string {
  if (missing === 0)
    return 'The transaction has enough signatures. Execute it when its nonce is next.'
  return `${formatCount(missing, 'more signature')} needed to execute.`
}
