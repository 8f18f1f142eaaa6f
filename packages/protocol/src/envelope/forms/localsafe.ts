import type { ClaimedSignature } from '../carried.js'
import {
  type Fields,
  getField,
  hasField,
  isRecord,
  readField,
  readFields,
} from '../fields.js'
import { readSignatures } from '../signatureData.js'
import { parseHash } from '../values.js'
import { envelope } from './envelope.js'
import { type Form, noWords, nowhere } from './form.js'
import { readKitMessage, readKitTransaction } from './protocolKit.js'

/** `{tx}`, of links and older files; ours inside of it stays ours. */
export const localsafeTransaction: Form = {
  recognises: (fields) => hasField(fields, 'tx'),
  read: (fields) => {
    const tx = readFields(getField(fields, 'tx'), 'tx')
    if (envelope.recognises(tx)) return envelope.read(tx)
    return [{ ...readKitTransaction(tx), form: 'localsafe' }]
  },
}

/** `{message: {data, signatures}}`; typed data has a `message` too. */
export const localsafeMessage: Form = {
  recognises: (fields) => {
    const message = getField(fields, 'message')
    return (
      isRecord(message) &&
      Object.hasOwn(message, 'signatures') &&
      !hasField(fields, 'types')
    )
  },
  read: (fields) => {
    const message = readFields(getField(fields, 'message'), 'message')
    return [{ ...readKitMessage(message), form: 'localsafe' }]
  },
}

const hashNames = { transaction: 'txHash', message: 'messageHash' } as const

/** `{signature, txHash}` or `{signature, messageHash}`: nothing is with it. */
export const localsafeSignature: Form = {
  recognises: (fields) =>
    isRecord(getField(fields, 'signature')) &&
    Object.values(hashNames).some((name) => hasField(fields, name)),
  read: (fields) => {
    const of = hasField(fields, hashNames.transaction)
      ? 'transaction'
      : 'message'
    return [
      {
        kind: 'signatures',
        of,
        form: 'localsafe',
        stated: nowhere,
        hash: readField(fields, hashNames[of], parseHash),
        signatures: readOne(fields),
        ...noWords,
      },
    ]
  },
}

function readOne(fields: Fields): ClaimedSignature[] {
  return readSignatures([getField(fields, 'signature')], 'signature')
}
