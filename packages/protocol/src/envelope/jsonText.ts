import { BaseError } from '../errors.js'

/** One mebibyte of plain text; 1,000 payments in one batch are half of it. */
export const mostCharacters = 1_048_576

/** Ours has a depth of 4; typed data of apps is rarely deeper than 10. */
const mostDepth = 32

/** Reads JSON of strangers: refused early, and without a `__proto__`. */
export function parseJsonText(text: string): unknown {
  assertShort(text)
  assertShallow(text)
  const value = parse(text)
  assertPlain(value)
  return value
}

export function assertShort(text: string): void {
  if (typeof text !== 'string') throw new NotJsonError({ cause: undefined })
  if (text.length > mostCharacters)
    throw new TooLargeError({ size: text.length })
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new NotJsonError({ cause })
  }
}

const quote = 0x22
const backslash = 0x5c
const opening = new Set([0x5b, 0x7b])
const closing = new Set([0x5d, 0x7d])

/** Before anything is parsed, because parsers recurse. */
function assertShallow(text: string): void {
  let depth = 0
  let isQuoted = false
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (isQuoted && code === backslash) at++
    else if (code === quote) isQuoted = !isQuoted
    else if (!isQuoted && opening.has(code)) depth++
    else if (!isQuoted && closing.has(code)) depth--
    if (depth > mostDepth) throw new TooDeepError()
  }
}

/** No field of that name is needed, and some code that copies obeys it. */
function assertPlain(value: unknown): void {
  if (typeof value !== 'object' || value === null) return
  if (Object.hasOwn(value, '__proto__')) throw new PrototypeFieldError()
  for (const inner of Object.values(value)) assertPlain(inner)
}

export class TooLargeError extends BaseError {
  override name = 'TooLargeError'

  constructor({ size }: { size: number }) {
    super(
      `This has ${size.toLocaleString('en')} characters, and the limit is ${mostCharacters.toLocaleString('en')}.`,
    )
  }
}

export class TooDeepError extends BaseError {
  override name = 'TooDeepError'

  constructor() {
    super(`The fields are nested more than ${mostDepth} deep.`)
  }
}

export class PrototypeFieldError extends BaseError {
  override name = 'PrototypeFieldError'

  constructor() {
    super('A field is named "__proto__", which no transaction or message has.')
  }
}

export class NotJsonError extends BaseError {
  override name = 'NotJsonError'

  constructor({ cause }: { cause: unknown }) {
    super('The text is damaged or incomplete: it is not JSON.', { cause })
  }
}
