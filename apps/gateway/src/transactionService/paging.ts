import type { Paging } from '@covault/api/transaction-service'
import { DetailFailure, NumberedFailure } from './requestFailure.js'

/** Where a page begins and how long it may be. */
export type Place = {
  limit: number
  offset: number
  /** The key of the last item before the page; it counts, not the offset. */
  after: string | undefined
}

/** Without a key, skipping rows costs reading them. */
const greatestOffset = 10_000

export function readPlace(
  { limit, offset = 0, after }: Paging,
  { usual, most }: { usual: number; most: number },
): Place {
  if (!after && offset > greatestOffset)
    throw new DetailFailure(
      400,
      `For offsets above ${greatestOffset}, follow the link in “next”, which has the key that they need.`,
    )
  return { limit: Math.min(limit || usual, most), offset, after }
}

/** How many are counted; beyond, a list only tells that there are more. */
export const mostCounted = 1_000

export type ServicePage<Item> = {
  count: number
  next: string | null
  previous: string | null
  results: Item[]
}

/**
 * A page with its links, which lead back to the address, `url`, that was asked.
 * `last` is the key of its last item, when there is more beyond it.
 */
export function toPage<Item>(
  url: string,
  place: Place,
  parameters: {
    /** Above `mostCounted` it only means that there are more. */
    count: number
    last: string | undefined
    results: Item[]
  },
): ServicePage<Item> {
  const { count, last, results } = parameters
  const { limit, offset } = place
  const end = offset + results.length
  return {
    count:
      count > mostCounted
        ? Math.max(count, end + (last === undefined ? 0 : 1))
        : count,
    next: last === undefined ? null : link(url, { limit, offset: end, last }),
    previous:
      offset === 0
        ? null
        : link(url, { limit, offset: Math.max(0, offset - limit) }),
    results,
  }
}

/** Of a list that is there as a whole. */
export function toPageOf<Item>(
  url: string,
  place: Place,
  items: readonly Item[],
): ServicePage<Item> {
  const end = place.offset + place.limit
  const results = items.slice(place.offset, end)
  const last = end < items.length ? String(end) : undefined
  const page = toPage(url, place, { count: 0, last, results })
  return { ...page, count: items.length }
}

function link(
  url: string,
  place: { limit: number; offset: number; last?: string },
): string {
  const [path, query] = url.split('?', 2)
  const parameters = new URLSearchParams(query)
  parameters.set('limit', String(place.limit))
  parameters.set('offset', String(place.offset))
  parameters.delete('after')
  if (place.last !== undefined) parameters.set('after', place.last)
  return `${path}?${parameters}`
}

/** `-created` is by created, the latest first. */
export function readOrdering<Name extends string>(
  text: string | undefined,
  names: readonly Name[],
): { by: Name; descending: boolean } | undefined {
  if (!text) return undefined
  const [first = '', ...others] = text.split(',').map((each) => each.trim())
  const find = (each: string) =>
    names.find((name) => name === each.replace(/^-/, ''))
  const by = find(first)
  if (!by || !others.every(find))
    throw new NumberedFailure(400, {
      code: 1,
      message: `Lists can be ordered by ${names.join(', ')}.`,
      values: [text],
    })
  return { by, descending: first.startsWith('-') }
}
