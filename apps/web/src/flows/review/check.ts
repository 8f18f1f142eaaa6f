import type { TransactionDetails } from '@covault/api'
import { BaseError } from '@covault/protocol'
import type { MultisigExecution } from '../../components/transaction/readTransaction.js'

/** A transaction that the gateway has, with what it says of it. */
export type Proposal = {
  details: TransactionDetails
  execution: MultisigExecution
}

export class ChangedMeanwhileError extends BaseError {
  override name = 'ChangedMeanwhileError'

  constructor() {
    super(
      'Something has changed since this page was shown. Nothing was asked of the wallet: look at what was checked, then press again.',
    )
  }
}
