import {
  NoHashYetError,
  type PersonAnswer,
  requestDesk,
} from '../../apps/requestDesk.js'
import type { MessageOutcome } from './messageOutcome.js'
import type { Outcome } from './outcome.js'

/** What came of a review, for the app that waits for it. */
export function tellApp(id: string, outcome: Outcome | MessageOutcome): void {
  const answer = toAnswer(outcome)
  if (answer instanceof NoHashYetError) requestDesk.reject(id, answer)
  else requestDesk.settle(id, answer)
}

function toAnswer(
  outcome: Outcome | MessageOutcome,
): PersonAnswer | NoHashYetError {
  if (outcome.kind === 'kept') return new NoHashYetError('browser')
  if (outcome.kind === 'batched') return new NoHashYetError('batch')
  if (outcome.kind === 'sent') return { safeTxHash: outcome.sent.safeTxHash }
  if ('messageHash' in outcome) return { messageHash: outcome.messageHash }
  return outcome.safeTxHash
    ? { safeTxHash: outcome.safeTxHash }
    : new NoHashYetError('host')
}
