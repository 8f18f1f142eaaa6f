import type { SignableDefinition } from './definition.js'
import { type MessageKind, message } from './message.js'
import { type TransactionKind, transaction } from './transaction.js'

/** All there are: a kind that is missing in a table does not compile. */
export type Kinds = {
  transaction: TransactionKind
  message: MessageKind
}

export const signables: {
  [Kind in keyof Kinds]: SignableDefinition<Kinds[Kind]['content']>
} = { transaction, message }
