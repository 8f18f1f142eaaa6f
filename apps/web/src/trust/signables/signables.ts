import type { SignableKind } from '../signable.js'
import type { SignableDefinition } from './definition.js'
import { message } from './message.js'
import { transaction } from './transaction.js'

/** A kind that is missing does not compile. */
export const signables: {
  [Kind in SignableKind]: SignableDefinition<Kind>
} = { transaction, message }
