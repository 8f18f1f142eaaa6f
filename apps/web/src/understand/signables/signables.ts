import type { SignableKind } from '../../trust/signable.js'
import type { Understanding } from './definition.js'
import { message } from './message.js'
import { transaction } from './transaction.js'

/** A kind that is missing does not compile. */
export const understanding: {
  [Kind in SignableKind]: Understanding<Kind>
} = { transaction, message }
