import type { TransactionDetails } from '@covault/api'

/** Whether the answer is about what the link names. */
export function isAbout(
  id: string,
  details: Pick<TransactionDetails, 'txId' | 'detailedExecutionInfo'>,
): boolean {
  const asked = id.toLowerCase()
  const { txId, detailedExecutionInfo: execution } = details
  if (txId.toLowerCase() === asked) return true
  return execution?.type === 'MULTISIG' && execution.safeTxHash === asked
}
