import type { TransactionDetails } from '@covault/api'
import type { SafeState } from '../../trust/safe.js'
import type { SignedTransaction } from './readTransaction.js'

/**
 * Whether it was executed. For what owners sign that is a question for the safe's
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

/** For every place where somebody might believe it. */
export const contradictedWords =
  'The gateway reports this transaction as executed, but on the chain the safe’s nonce hasn’t reached it.'

/** Why nothing of it is to be believed; undefined: bytes and chain agree. */
export function findMismatch(
  details: Parameters<typeof readExecution>[0],
  {
    safe,
    signed,
  }: {
    safe: Pick<SafeState, 'nonce'>
    signed: Pick<SignedTransaction, 'isAsClaimed' | 'execution'> | undefined
  },
): string | undefined {
  if (signed && !signed.isAsClaimed)
    return `The bytes do not have the hash ${signed.execution.safeTxHash} that the gateway reports. Do not sign this transaction anywhere.`
  return readExecution(details, safe) === 'contradicted'
    ? contradictedWords
    : undefined
}
