import * as z from 'zod/mini'
import { type Codec, count, orNull } from './codecs.js'

export type Page<Item> = {
  /** Absent on some lists, null when it would be too costly to know. */
  count?: number | null | undefined
  next: string | null
  previous: string | null
  results: Item[]
}

// @__NO_SIDE_EFFECTS__
export function page<Domain, Wire>(item: Codec<Domain, Wire>) {
  return z.object({
    count: z.optional(z.nullable(count)),
    next: orNull(z.string()),
    previous: orNull(z.string()),
    results: z.array(item),
  })
}

/** Where a page begins. `after` is the server's own key; clients repeat it. */
export type Cursor = { limit: number; offset: number; after: string | null }

/**
 * `limit=20&offset=40&after=key` in the query parameter `cursor`. What cannot
 * be read falls back to the first page of twenty: a cursor is never an error.
 */
export const cursor: Codec<Cursor, string> = z.codec(
  z.string(),
  z.object({
    limit: z.int(),
    offset: z.int(),
    after: orNull(z.string()),
  }),
  { decode: readCursor, encode: writeCursor },
)

function readCursor(text: string): Cursor {
  const fields = new URLSearchParams(text)
  return {
    limit: readCount(fields.get('limit')) || 20,
    offset: readCount(fields.get('offset')),
    after: fields.get('after') || null,
  }
}

function readCount(text: string | null): number {
  return text !== null && /^[0-9]{1,15}$/.test(text) ? Number(text) : 0
}

function writeCursor({ limit, offset, after }: Cursor): string {
  const place = { limit: String(limit), offset: String(offset) }
  return new URLSearchParams(
    after === null ? place : { ...place, after },
  ).toString()
}
