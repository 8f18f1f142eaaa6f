import { BaseError } from '../errors.js'

/** The fields of one object, with the way to it for the words of refusals. */
export type Fields = {
  readonly at: string
  readonly values: Readonly<Record<string, unknown>>
}

type Parse<value> = (value: unknown) => value

export function readFields(value: unknown, at = ''): Fields {
  if (!isRecord(value)) throw new NotFieldsError({ at })
  return { at, values: value }
}

/** What an object inherits is not a field of it. */
export function hasField({ values }: Fields, name: string): boolean {
  return Object.hasOwn(values, name)
}

/** `undefined` for a field that is missing or null. */
export function getField(fields: Fields, name: string): unknown {
  if (!hasField(fields, name)) return undefined
  return fields.values[name] ?? undefined
}

export function readField<value>(
  fields: Fields,
  name: string,
  parse: Parse<value>,
): value {
  const value = getField(fields, name)
  const field = nameField(fields, name)
  if (value === undefined) throw new MissingFieldError({ field })
  try {
    return parse(value)
  } catch (cause) {
    if (!(cause instanceof BaseError) || cause instanceof FieldError)
      throw cause
    throw new InvalidFieldError({ field, cause })
  }
}

export function readOptionalField<value>(
  fields: Fields,
  name: string,
  parse: Parse<value>,
): value | undefined {
  if (getField(fields, name) === undefined) return undefined
  return readField(fields, name, parse)
}

export function readList(value: unknown, { at, most }: ListPlace): unknown[] {
  if (!Array.isArray(value)) throw new NotListError({ at })
  if (value.length > most)
    throw new TooManyError({ at, count: value.length, most })
  return value
}

type ListPlace = { at: string; most: number }

export function assertNoOther(fields: Fields, names: readonly string[]): void {
  const other = Object.keys(fields.values).find((name) => !names.includes(name))
  if (other !== undefined)
    throw new UnknownFieldError({ field: nameField(fields, other) })
}

export function nameField({ at }: Fields, name: string): string {
  return at === '' ? name : `${at}.${name}`
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Names the field, so that what is around it adds nothing. */
class FieldError extends BaseError {}

export class MissingFieldError extends FieldError {
  override name = 'MissingFieldError'

  constructor({ field }: { field: string }) {
    super(`The field "${field}" is missing.`)
  }
}

export class InvalidFieldError extends FieldError {
  override name = 'InvalidFieldError'

  constructor({ field, cause }: { field: string; cause: BaseError }) {
    super(`The field "${field}" is not valid. ${cause.message}`, { cause })
  }
}

export class UnknownFieldError extends FieldError {
  override name = 'UnknownFieldError'

  constructor({ field }: { field: string }) {
    super(
      `The field "${field.slice(0, 80)}" does not belong to this format, so the file was changed or is for a newer version.`,
    )
  }
}

export class NotFieldsError extends FieldError {
  override name = 'NotFieldsError'

  constructor({ at }: { at: string }) {
    super(
      at === ''
        ? 'The text is JSON, but not an object with fields.'
        : `The field "${at}" is not an object with fields.`,
    )
  }
}

export class NotListError extends FieldError {
  override name = 'NotListError'

  constructor({ at }: { at: string }) {
    super(`The field "${at}" is not a list.`)
  }
}

export class TooManyError extends FieldError {
  override name = 'TooManyError'

  constructor({
    at,
    count,
    most,
  }: { at: string; count: number; most: number }) {
    super(`The list "${at}" has ${count} entries, and the limit is ${most}.`)
  }
}
