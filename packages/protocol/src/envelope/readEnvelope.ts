import { BaseError } from '../errors.js'
import type { Carried } from './carried.js'
import { readFields } from './fields.js'
import { envelope } from './forms/envelope.js'
import type { Form } from './forms/form.js'
import {
  localsafeMessage,
  localsafeSignature,
  localsafeTransaction,
} from './forms/localsafe.js'
import { protocolKit } from './forms/protocolKit.js'
import {
  serviceMessage,
  servicePage,
  serviceTransaction,
} from './forms/service.js'
import {
  messageSignatureFile,
  transactionSignatureFile,
} from './forms/signatureFile.js'
import { transactionList } from './forms/transactionList.js'
import { typedData } from './forms/typedData.js'
import { parseJsonText } from './jsonText.js'

/** The first that recognises it reads it; the narrower stand before. */
const forms: readonly Form[] = [
  envelope,
  transactionList,
  localsafeTransaction,
  localsafeSignature,
  localsafeMessage,
  transactionSignatureFile,
  messageSignatureFile,
  typedData,
  serviceTransaction,
  serviceMessage,
  servicePage,
  protocolKit,
]

/** Reads the text of a file in any form that is known. */
export function readEnvelope(text: string): Carried[] {
  return readValue(parseJsonText(text))
}

/** For objects that never were text, such as protocol-kit's. */
export function readValue(value: unknown): Carried[] {
  const fields = readFields(value)
  const form = forms.find(({ recognises }) => recognises(fields))
  if (form === undefined) throw new UnknownFileError()
  return form.read(fields)
}

export class UnknownFileError extends BaseError {
  override name = 'UnknownFileError'

  constructor() {
    super(
      'This is not a transaction or message in a format that Covault can read.',
    )
  }
}
