import type { FastifyInstance } from 'fastify'

/**
 * Reads JSON without rounding: Python's clients send amounts as numbers of
 * any size, and what is signed over a rounded one is signed over another.
 */
export function readLosslessJson(scope: FastifyInstance): void {
  const parse = scope.getDefaultJsonParser('error', 'error')
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser(
    'application/json',
    { parseAs: 'string' },
    (request, body, done) => {
      if (body === '') done(null, {})
      else void parse(request, quoteLongIntegers(String(body)), done)
    },
  )
}

/** Digits from which a number may not fit into one of JavaScript's. */
const longest = 15

/**
 * Puts whole numbers that may be rounded in quotes. One pass over the text,
 * whatever it is: what is no JSON stays none.
 */
export function quoteLongIntegers(json: string): string {
  if (!/[0-9]{16}/.test(json)) return json
  const parts: string[] = []
  let copied = 0
  for (let at = 0; at < json.length; ) {
    const character = json[at] ?? ''
    if (character === '"') {
      at = endOfString(json, at)
      continue
    }
    if (!isNumberPart(character)) {
      at++
      continue
    }
    const end = endOfNumber(json, at)
    const number = json.slice(at, end)
    if (/^[0-9]+$/.test(number) && number.length > longest) {
      parts.push(json.slice(copied, at), `"${number}"`)
      copied = end
    }
    at = end
  }
  parts.push(json.slice(copied))
  return parts.join('')
}

function endOfString(json: string, start: number): number {
  for (let at = start + 1; at < json.length; at++) {
    if (json[at] === '\\') at++
    else if (json[at] === '"') return at + 1
  }
  return json.length
}

function endOfNumber(json: string, start: number): number {
  let at = start
  while (at < json.length && isNumberPart(json[at] ?? '')) at++
  return at
}

/** Letters too, so that nothing is quoted inside of a word. */
function isNumberPart(character: string): boolean {
  return /[0-9A-Za-z.+-]/.test(character)
}

/** Clients write names in the way of either language. */
export function toCamelKeys(body: unknown): unknown {
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    return body
  const entries = Object.entries(body).map(
    ([key, value]): [string, unknown] => [toCamel(key), value],
  )
  return Object.fromEntries(entries)
}

function toCamel(key: string): string {
  return key.replace(/(?<=[a-z0-9])_([a-z0-9])/g, (_, letter: string) =>
    letter.toUpperCase(),
  )
}
