import { BaseError } from '../../errors.js'
import { hasField, readFields, readList } from '../fields.js'
import { envelope } from './envelope.js'
import type { Form } from './form.js'
import { readKitTransaction } from './protocolKit.js'

/** One file for a whole queue. */
const mostTransactions = 100

/** Several of ours, or a file of localsafe. */
export const transactionList: Form = {
  recognises: (fields) => hasField(fields, 'transactions'),
  read: ({ values }) => {
    if (Object.hasOwn(values, 'meta')) throw new TransactionBuilderFileError()
    const place = { at: 'transactions', most: mostTransactions }
    const entries = readList(values.transactions, place)
    if (entries.length === 0) throw new EmptyListError()
    return entries.flatMap((entry, index) => {
      const fields = readFields(entry, `transactions.${index}`)
      if (envelope.recognises(fields)) return envelope.read(fields)
      return [{ ...readKitTransaction(fields), form: 'localsafe' as const }]
    })
  },
}

export class TransactionBuilderFileError extends BaseError {
  override name = 'TransactionBuilderFileError'

  constructor() {
    super(
      'This is a Transaction Builder file, which has calls but no nonce and no signatures. Add it to a draft batch instead.',
    )
  }
}

export class EmptyListError extends BaseError {
  override name = 'EmptyListError'

  constructor() {
    super('The file has no transactions.')
  }
}
