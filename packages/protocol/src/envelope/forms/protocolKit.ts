import type { CarriedMessage, CarriedTransaction, Claims } from '../carried.js'
import {
  type Fields,
  getField,
  hasField,
  isRecord,
  nameField,
  readField,
} from '../fields.js'
import { parseMessageContent } from '../messageContent.js'
import { readSignatures } from '../signatureData.js'
import { readTransactionData } from '../transactionData.js'
import { type Form, noWords, nowhere } from './form.js'

/**
 * `EthSafeTransaction` and `EthSafeMessage`, as objects or as any text that
 * programs make of them. Text and typed data are messages.
 */
export const protocolKit: Form = {
  recognises: (fields) =>
    hasField(fields, 'data') && hasField(fields, 'signatures'),
  read: (fields) => {
    const data = getField(fields, 'data')
    const isMessage =
      typeof data === 'string' || (isRecord(data) && 'primaryType' in data)
    return [isMessage ? readKitMessage(fields) : readKitTransaction(fields)]
  },
}

export function readKitTransaction(fields: Fields): CarriedTransaction {
  return {
    kind: 'transaction',
    ...readClaims(fields),
    transaction: readField(fields, 'data', (value) =>
      readTransactionData(value, nameField(fields, 'data')),
    ),
  }
}

export function readKitMessage(fields: Fields): CarriedMessage {
  return {
    kind: 'message',
    ...readClaims(fields),
    message: readField(fields, 'data', parseMessageContent),
  }
}

/** Eternal Safe keeps the Map of signatures by its entries. */
function readClaims(fields: Fields): Claims {
  const signatures = getField(fields, 'signatures') ?? []
  return {
    form: isKeptMap(signatures) ? 'eternalSafe' : 'protocolKit',
    stated: nowhere,
    hash: undefined,
    signatures: readSignatures(signatures, nameField(fields, 'signatures')),
    ...noWords,
  }
}

function isKeptMap(value: unknown): boolean {
  return isRecord(value) && value.dataType === 'Map'
}
