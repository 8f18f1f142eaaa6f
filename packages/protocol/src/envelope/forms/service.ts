import type { Carried, Claims } from '../carried.js'
import {
  type Fields,
  hasField,
  readField,
  readFields,
  readList,
  readOptionalField,
} from '../fields.js'
import { parseMessageContent } from '../messageContent.js'
import { readConfirmations } from '../signatureData.js'
import { readTransactionFields, withEmptyFields } from '../transactionData.js'
import { parseAddress, parseHash, parseWords } from '../values.js'
import { type Form, nowhere } from './form.js'

/** A page of a service is at most 200 long. */
const mostResults = 200

/** A transaction as a transaction service answers with it. */
export const serviceTransaction: Form = {
  recognises: (fields) =>
    ['safe', 'to', 'nonce', 'safeTxGas'].every((name) =>
      hasField(fields, name),
    ),
  read: (fields) => [
    {
      kind: 'transaction',
      ...readClaims(fields, 'safeTxHash'),
      transaction: readTransactionFields(withEmptyFields(fields)),
    },
  ],
}

export const serviceMessage: Form = {
  recognises: (fields) =>
    ['message', 'messageHash', 'confirmations'].every((name) =>
      hasField(fields, name),
    ),
  read: (fields) => [
    {
      kind: 'message',
      ...readClaims(fields, 'messageHash'),
      message: readField(fields, 'message', parseMessageContent),
    },
  ],
}

/** What a request for a list was answered with. */
export const servicePage: Form = {
  recognises: (fields) => hasField(fields, 'results'),
  read: ({ values }) =>
    readList(values.results, { at: 'results', most: mostResults }).flatMap(
      (entry, index): Carried[] => {
        const fields = readFields(entry, `results.${index}`)
        const form = serviceMessage.recognises(fields)
          ? serviceMessage
          : serviceTransaction
        return form.read(fields)
      },
    ),
}

/** Which network a service is for, only its address says. */
function readClaims(fields: Fields, hashName: string): Claims {
  return {
    form: 'service',
    stated: { ...nowhere, safe: readField(fields, 'safe', parseAddress) },
    hash: readField(fields, hashName, parseHash),
    signatures: readConfirmations(fields),
    note: undefined,
    origin: readOptionalField(fields, 'origin', parseWords),
  }
}
