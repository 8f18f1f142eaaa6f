import { BaseError } from '../../errors.js'
import type { Carried, Claims } from '../carried.js'
import {
  assertNoOther,
  type Fields,
  getField,
  hasField,
  nameField,
  readField,
  readFields,
  readOptionalField,
} from '../fields.js'
import { parseMessageContent } from '../messageContent.js'
import { readOwnSignatures } from '../signatureData.js'
import { readTransactionFields, transactionFields } from '../transactionData.js'
import {
  parseAddress,
  parseChainId,
  parseHash,
  parseVersion,
  parseWords,
} from '../values.js'
import type { Form } from './form.js'

export const formats = {
  transaction: 'safe-transaction',
  message: 'safe-message',
} as const

export const formatVersion = 1

const sharedFields = [
  'format',
  'version',
  'chainId',
  'safe',
  'safeVersion',
  'signatures',
  'note',
  'origin',
]

/** Ours, strict: what it does not define is refused. */
export const envelope: Form = {
  recognises: (fields) => hasField(fields, 'format'),
  read: (fields) => {
    const format = getField(fields, 'format')
    const known = Object.values(formats).some((name) => name === format)
    if (!known) throw new UnknownFormatError({ format })
    const version = getField(fields, 'version')
    if (version !== formatVersion)
      throw new UnsupportedFormatVersionError({ version })
    return [
      format === formats.message
        ? readMessage(fields)
        : readTransaction(fields),
    ]
  },
}

function readTransaction(fields: Fields): Carried {
  assertNoOther(fields, [...sharedFields, 'data', 'safeTxHash'])
  const data = readField(fields, 'data', (value) =>
    readFields(value, nameField(fields, 'data')),
  )
  assertNoOther(data, transactionFields)
  return {
    kind: 'transaction',
    ...readClaims(fields, 'safeTxHash'),
    transaction: readTransactionFields(data),
  }
}

function readMessage(fields: Fields): Carried {
  assertNoOther(fields, [...sharedFields, 'message', 'messageHash'])
  return {
    kind: 'message',
    ...readClaims(fields, 'messageHash'),
    message: readField(fields, 'message', parseMessageContent),
  }
}

/** The hash may be left out, for devices that compute their own. */
function readClaims(fields: Fields, hashName: string): Claims {
  return {
    form: 'envelope',
    stated: {
      chainId: readField(fields, 'chainId', parseChainId),
      safe: readField(fields, 'safe', parseAddress),
      versions: [readField(fields, 'safeVersion', parseVersion)],
    },
    hash: readOptionalField(fields, hashName, parseHash),
    signatures: readField(fields, 'signatures', (value) =>
      readOwnSignatures(value, nameField(fields, 'signatures')),
    ),
    note: readOptionalField(fields, 'note', parseWords),
    origin: readOptionalField(fields, 'origin', parseWords),
  }
}

export class UnknownFormatError extends BaseError {
  override name = 'UnknownFormatError'

  constructor({ format }: { format: unknown }) {
    super(
      typeof format === 'string'
        ? `The format ${JSON.stringify(format.slice(0, 80))} is unknown.`
        : 'The field "format" does not name a format.',
    )
  }
}

export class UnsupportedFormatVersionError extends BaseError {
  override name = 'UnsupportedFormatVersionError'

  constructor({ version }: { version: unknown }) {
    super(
      typeof version === 'number'
        ? `The file has version ${version} of its format, and only version ${formatVersion} can be read. Update this app or ask for an older file.`
        : 'The file does not say which version of its format it has.',
    )
  }
}
