import { BaseError } from '../errors.js'

/** A list or a record as it was written; its leaves are still texts. */
export type WrittenValue =
  | string
  | readonly WrittenValue[]
  | ReadonlyMap<string, WrittenValue>

/** Solidity itself gives up at 15. */
const deepest = 32

/**
 * JSON as people write it for contracts: `[1, 0xab, "text"]`, round brackets
 * for tuples, quotes left out. Numbers stay texts, because JSON's own reader
 * would round those that matter.
 */
export function parseListText(text: string): WrittenValue {
  const cursor = { text, at: 0 }
  const value = readValue(cursor, 0)
  skipSpace(cursor)
  if (cursor.at < text.length) throw new ListTextError(cursor, 'nothing more')
  return value
}

type Cursor = { readonly text: string; at: number }

const closing: Readonly<Record<string, string>> = { '[': ']', '(': ')' }

function readValue(cursor: Cursor, depth: number): WrittenValue {
  skipSpace(cursor)
  if (depth > deepest) throw new ListTextError(cursor, 'fewer brackets')
  const first = cursor.text[cursor.at] ?? ''
  const end = closing[first]
  if (end !== undefined) return readList(cursor, end, depth)
  if (first === '{') return readRecord(cursor, depth)
  return first === '"' ? readQuoted(cursor) : readBare(cursor)
}

function readList(cursor: Cursor, end: string, depth: number) {
  const items: WrittenValue[] = []
  cursor.at++
  if (takes(cursor, end)) return items
  for (;;) {
    items.push(readValue(cursor, depth + 1))
    if (takes(cursor, end)) return items
    if (!takes(cursor, ',')) throw new ListTextError(cursor, `, or ${end}`)
  }
}

function readRecord(cursor: Cursor, depth: number) {
  const entries = new Map<string, WrittenValue>()
  cursor.at++
  if (takes(cursor, '}')) return entries
  for (;;) {
    skipSpace(cursor)
    const isQuoted = cursor.text[cursor.at] === '"'
    const name = isQuoted ? readQuoted(cursor) : readBare(cursor)
    if (!takes(cursor, ':')) throw new ListTextError(cursor, ':')
    entries.set(name, readValue(cursor, depth + 1))
    if (takes(cursor, '}')) return entries
    if (!takes(cursor, ',')) throw new ListTextError(cursor, ', or }')
  }
}

function readQuoted(cursor: Cursor): string {
  const found = /^"(?:[^"\\]|\\.)*"/s.exec(cursor.text.slice(cursor.at))
  if (!found) throw new ListTextError(cursor, 'a quotation mark at the end')
  try {
    const value = JSON.parse(found[0]) as string
    cursor.at += found[0].length
    return value
  } catch {
    throw new ListTextError(cursor, 'a valid JSON text in double quotes')
  }
}

function readBare(cursor: Cursor): string {
  const [found = ''] =
    /^[^,:[\](){}"]+/.exec(cursor.text.slice(cursor.at)) ?? []
  if (found === '') throw new ListTextError(cursor, 'a value')
  cursor.at += found.length
  return found.trim()
}

function takes(cursor: Cursor, sign: string): boolean {
  skipSpace(cursor)
  if (cursor.text[cursor.at] !== sign) return false
  cursor.at++
  return true
}

function skipSpace(cursor: Cursor): void {
  while (/\s/.test(cursor.text[cursor.at] ?? '')) cursor.at++
}

export class ListTextError extends BaseError {
  override name = 'ListTextError'

  constructor({ text, at }: Cursor, expected: string) {
    const found = at < text.length ? `“${text.slice(at, at + 12)}”` : 'the end'
    super(
      `The list cannot be read at character ${at + 1}: expected ${expected}, found ${found}.`,
    )
  }
}
