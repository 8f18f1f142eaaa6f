import { BaseError } from '../errors.js'
import type { MessageContent } from '../safeMessage.js'
import type { TypedDataContent } from '../typedData.js'
import { isRecord } from './fields.js'

/** Text, or typed data in the form that apps ask for. */
export function parseMessageContent(value: unknown): MessageContent {
  if (typeof value === 'string') return value
  if (!isTypedData(value)) throw new NotMessageError()
  const { domain, types, primaryType, message } = value
  return { domain, types, primaryType, message }
}

export function isTypedData(value: unknown): value is TypedDataContent {
  return (
    isRecord(value) &&
    isRecord(value.domain) &&
    isRecord(value.message) &&
    typeof value.primaryType === 'string' &&
    isRecord(value.types) &&
    Object.values(value.types).every(isTypeList)
  )
}

function isTypeList(value: unknown): boolean {
  return (
    Array.isArray(value) &&
    value.every(
      (entry: unknown) =>
        isRecord(entry) &&
        typeof entry.name === 'string' &&
        typeof entry.type === 'string',
    )
  )
}

export class NotMessageError extends BaseError {
  override name = 'NotMessageError'

  constructor() {
    super('It is neither text nor typed data with domain, types and message.')
  }
}
