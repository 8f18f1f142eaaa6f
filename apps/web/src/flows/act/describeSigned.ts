import type { TransactionDetails } from '@covault/api'
import type { SafeState } from '../../trust/safe.js'
import { writeMissing } from '../../words/demands.js'
import { executionWords, writeSuperseded } from '../../words/executions.js'

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
  if (details?.txStatus === 'FAILED') return executionWords.failed
  if (details?.executedAt) return executionWords.executed
  if (info.nonce < safe.nonce) return writeSuperseded(info.nonce)
  const signers = info.confirmations.filter(({ signer }) =>
    safe.owners.includes(signer.value),
  ).length
  return describeMissing(Math.max(0, safe.threshold - signers))
}

function describeMissing(missing: number): string {
  return missing === 0 ? executionWords.ready : writeMissing(missing, true)
}
