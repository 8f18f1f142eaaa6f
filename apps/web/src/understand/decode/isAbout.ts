import type { TransactionDetails } from '@covault/api'

/**
 * Whether the answer is about what the link names. Of what owners sign the
 * link carries the hash: the id that the answer gives itself proves nothing.
 */
export function isAbout(
  id: string,
  details: Pick<TransactionDetails, 'txId' | 'detailedExecutionInfo'>,
): boolean {
  const asked = id.toLowerCase()
  const { txId, detailedExecutionInfo: execution } = details
  if (execution?.type === 'MULTISIG')
    return asked.split('_').at(-1) === execution.safeTxHash
  return txId.toLowerCase() === asked
}
