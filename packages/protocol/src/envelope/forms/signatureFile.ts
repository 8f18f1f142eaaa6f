import type { Claims } from '../carried.js'
import {
  type Fields,
  getField,
  hasField,
  readField,
  readFields,
  readOptionalField,
} from '../fields.js'
import { parseMessageContent } from '../messageContent.js'
import { readTransactionData } from '../transactionData.js'
import {
  parseAddress,
  parseBytes,
  parseChainId,
  parseHash,
  parseWords,
} from '../values.js'
import { type Form, nowhere } from './form.js'

/** `covault-signature-*.json`, which this app wrote before the envelope. */
export const transactionSignatureFile: Form = {
  recognises: (fields) =>
    ['transaction', 'signature', 'safeTxHash'].every((name) =>
      hasField(fields, name),
    ),
  read: (fields) => [
    {
      kind: 'transaction',
      ...readClaims(fields, 'safeTxHash'),
      transaction: readField(fields, 'transaction', (value) =>
        readTransactionData(value, 'transaction'),
      ),
    },
  ],
}

/** `covault-message-*.json`. */
export const messageSignatureFile: Form = {
  recognises: (fields) =>
    ['content', 'signature', 'messageHash'].every((name) =>
      hasField(fields, name),
    ),
  read: (fields) => [
    {
      kind: 'message',
      ...readClaims(fields, 'messageHash'),
      message: readField(fields, 'content', parseMessageContent),
    },
  ],
}

function readClaims(fields: Fields, hashName: string): Claims {
  return {
    form: 'signatureFile',
    stated: {
      ...nowhere,
      chainId: readField(fields, 'chainId', parseChainId),
      safe: readField(fields, 'safe', parseAddress),
    },
    hash: readField(fields, hashName, parseHash),
    signatures: [
      {
        signer: readField(fields, 'signer', parseAddress),
        data: readField(fields, 'signature', parseBytes),
        isContractSignature: false,
      },
    ],
    note: readOptionalField(fields, 'note', parseWords) || undefined,
    origin: readApp(fields),
  }
}

/** The app that asked for the signature. */
function readApp(fields: Fields): string | undefined {
  const app = getField(fields, 'app')
  if (app === undefined) return undefined
  return readOptionalField(readFields(app, 'app'), 'url', parseWords)
}
