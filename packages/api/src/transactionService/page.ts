import * as z from 'zod/mini'
import { type Codec, typed } from '../codecs.js'

/** A number that cannot be read is as good as none. */
const count: Codec<number | undefined, string | undefined> = typed(
  z.codec(z.unknown(), z.optional(z.int()), {
    decode: (value) =>
      typeof value === 'string' && /^[0-9]{1,15}$/.test(value)
        ? Number(value)
        : undefined,
    encode: (value) => value,
  }),
)

/** Where a page begins. `after` is our own key, which `next` carries along. */
export const paging = {
  limit: z.optional(count),
  offset: z.optional(count),
  after: z.optional(z.string()),
}

export type Paging = {
  limit?: number | undefined
  offset?: number | undefined
  after?: string | undefined
}

// @__NO_SIDE_EFFECTS__
export function servicePage<Domain, Wire>(item: Codec<Domain, Wire>) {
  return z.strictObject({
    /** Exact up to a thousand; beyond, more than what was shown so far. */
    count: z.number(),
    next: z.nullable(z.string()),
    previous: z.nullable(z.string()),
    results: z.array(item),
  })
}
