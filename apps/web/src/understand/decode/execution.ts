import type { TransactionDetails } from '@covault/api'
import type { SafeState } from '../../trust/safe.js'

/**
 * Whether it ran. For what owners sign that is a question for the safe's
 * nonce: a gateway that says so alone contradicts the chain.
 */
export function readExecution(
  {
    executedAt,
    detailedExecutionInfo: execution,
  }: Pick<TransactionDetails, 'executedAt' | 'detailedExecutionInfo'>,
  safe: Pick<SafeState, 'nonce'>,
): 'waits' | 'executed' | 'contradicted' {
  if (executedAt === null) return 'waits'
  if (execution?.type === 'MULTISIG' && execution.nonce >= safe.nonce)
    return 'contradicted'
  return 'executed'
}

/** For both places where somebody might believe it. */
export const contradictedWords =
  'The gateway reports this transaction as executed, but on the chain the safe’s nonce hasn’t reached it.'
