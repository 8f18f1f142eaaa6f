import type { SignableKind } from '../../trust/signable.js'
import type { Understanding } from './definition.js'
import { message, type UnderstoodMessage } from './message.js'
import { transaction, type UnderstoodTransaction } from './transaction.js'

type Kinds = {
  transaction: UnderstoodTransaction
  message: UnderstoodMessage
}

export const understanding: {
  [Kind in SignableKind]: Understanding<Kind, Kinds[Kind]>
} = { transaction, message }

/** What the screen shows of it, beside what was checked. */
export type Known<Kind extends SignableKind = SignableKind> = {
  [One in Kind]: { kind: One } & Kinds[One]['seen']
}[Kind]

export type RowSubject<Kind extends SignableKind = SignableKind> = {
  [One in Kind]: Kinds[One]['subject']
}[Kind]

export type RowMeaning<Kind extends SignableKind = SignableKind> = {
  [One in Kind]: Kinds[One]['meaning']
}[Kind]
