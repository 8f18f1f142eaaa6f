import type { SignableKind } from '../../../trust/signable.js'
import type { ActDefinition } from './definition.js'
import { message } from './message.js'
import { transaction } from './transaction.js'

/** A kind that is missing does not compile. */
export const acting: { [Kind in SignableKind]: ActDefinition<Kind> } = {
  transaction,
  message,
}

export const signableKinds = Object.keys(acting) as SignableKind[]
