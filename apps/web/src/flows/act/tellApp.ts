import {
  NoHashYetError,
  type PersonAnswer,
  requestDesk,
} from '../../apps/requestDesk.js'
import type { Outcome } from './outcome.js'
import { acting } from './signables/signables.js'

/** What came of a review, for the app that waits for it. */
export function tellApp(id: string, outcome: Outcome): void {
  const answer = toAnswer(outcome)
  if (answer instanceof NoHashYetError) requestDesk.reject(id, answer)
  else requestDesk.settle(id, answer)
}

function toAnswer(outcome: Outcome): PersonAnswer | NoHashYetError {
  switch (outcome.kind) {
    case 'kept':
      return new NoHashYetError('browser')
    case 'batched':
      return new NoHashYetError('batch')
    case 'sent':
      return { safeTxHash: outcome.sent.safeTxHash }
    case 'proposed':
    case 'drafted':
    case 'handed':
      return { safeTxHash: outcome.safeTxHash }
    default:
      return outcome.hash
        ? acting[outcome.of].answer(outcome.hash)
        : new NoHashYetError('host')
  }
}
