import type { EndpointWire, getTransaction } from '@covault/api'
import type { StoredState } from '../store/safeStates.js'
import type { MultisigTransaction } from '../store/transactionRows.js'

type Status = EndpointWire<typeof getTransaction>['txStatus']

/** A transaction just executed must not look cancelled until it is indexed. */
const graceMs = 60_000

export function getStatus(
  transaction: MultisigTransaction,
  state: Pick<StoredState, 'nonce' | 'threshold'>,
  now: number,
): Status {
  const { execution, fields, confirmations, modifiedAt } = transaction
  if (execution) return execution.success ? 'SUCCESS' : 'FAILED'
  const confirmed = confirmations.length >= getRequired(transaction, state)
  if (fields && state.nonce > fields.nonce) {
    const fresh = modifiedAt && now - modifiedAt.getTime() < graceMs
    return confirmed && fresh ? 'AWAITING_EXECUTION' : 'CANCELLED'
  }
  return confirmed ? 'AWAITING_EXECUTION' : 'AWAITING_CONFIRMATIONS'
}

/** What was asked when it was executed; before that, what is asked now. */
export function getRequired(
  { execution }: MultisigTransaction,
  state: Pick<StoredState, 'threshold'>,
): number {
  return execution?.threshold ?? Number(state.threshold)
}
