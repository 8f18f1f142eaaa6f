import type { TransactionDetails } from '@covault/api'
import { leaveOutOwn } from '../../queries/localSignables.js'
import type { SafeState } from '../../trust/safe.js'
import { contradictedWords, writeOtherHash } from '../../words/rows.js'
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

/**
 * What was executed has the signatures that were part of it, and no others.
 * Where the gateway alone says so, this browser's own still count.
 */
export function withThoseOfThen(
  details: TransactionDetails,
  safe: Pick<SafeState, 'nonce'>,
): TransactionDetails {
  return readExecution(details, safe) === 'executed'
    ? leaveOutOwn(details)
    : details
}

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
    return writeOtherHash(signed.execution.safeTxHash)
  return readExecution(details, safe) === 'contradicted'
    ? contradictedWords
    : undefined
}
