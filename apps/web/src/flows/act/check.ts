import type { TransactionDetails } from '@covault/api'
import { BaseError } from '@covault/protocol'
import type { SignableCheck } from '../../trust/checkSignable.js'
import { isGatewaysWord } from '../../trust/provenance.js'
import type { MultisigExecution } from '../../understand/decode/readTransaction.js'

/** A transaction that the gateway has, with what it says of it. */
export type Proposal = {
  details: TransactionDetails
  execution: MultisigExecution
}

type Sourced = Pick<SignableCheck, 'provenance'>

/** What was said about a node's answers says nothing about the gateway's. */
export function assertSameSources(
  fresh: Sourced,
  shown: Sourced | undefined,
): void {
  if (!isGatewaysWord(fresh.provenance)) return
  if (!shown || !isGatewaysWord(shown.provenance))
    throw new ChangedMeanwhileError()
}

export class ChangedMeanwhileError extends BaseError {
  constructor() {
    super(
      'The safe changed while this page was open. Nothing was sent to your wallet. Read the checks, then try again.',
    )
  }
}
