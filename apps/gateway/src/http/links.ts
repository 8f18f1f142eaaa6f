import type { Cursor } from '@covault/api'
import type { FastifyRequest } from 'fastify'

/** Where a page begins and how long it may be. */
export type PagePlace = {
  limit: number
  offset: number
  /** The key of the last item before the page; it counts, not the offset. */
  after: string | undefined
}

/** Without a key, skipping rows costs reading them. */
const greatestOffset = 1_000

export function readPlace(
  cursor: Cursor | undefined,
  { maximum }: { maximum: number },
): PagePlace {
  const { limit = 20, offset = 0, after } = cursor ?? {}
  return {
    limit: Math.min(Math.max(limit, 1), maximum),
    offset: after ? offset : Math.min(offset, greatestOffset),
    after: after ?? undefined,
  }
}

/** The request that asks for a page, and the address its links go on from. */
export type Asked = { request: FastifyRequest; url: string }

export type Links = { next: string | null; previous: string | null }

/**
 * The links around a page: the address that was asked with another cursor.
 * `last` is the key of the last item shown, when there is more beyond it;
 * `shown` how many there are, on a page that ends early.
 */
export function toLinks(
  { request, url }: Asked,
  place: PagePlace,
  { last, shown }: { last: string | undefined; shown?: number },
): Links {
  const { limit, offset } = place
  const [path = '/', query = ''] = url.split('?', 2)
  const parameters = new URLSearchParams(query)
  const link = (cursor: string) => {
    parameters.set('cursor', cursor)
    return `${readOrigin(request)}${path}?${parameters}`
  }
  return {
    next:
      last === undefined
        ? null
        : link(
            `limit=${limit}&offset=${offset + (shown ?? limit)}&after=${last}`,
          ),
    previous:
      offset === 0
        ? null
        : link(`limit=${limit}&offset=${Math.max(0, offset - limit)}`),
  }
}

/** Where the request was sent. A host that is none would lead nowhere. */
export function readOrigin(request: FastifyRequest): string {
  return `${request.protocol}://${readHost(request)}`
}

function readHost(request: FastifyRequest): string {
  return /^[A-Za-z0-9.:[\]-]+$/.test(request.host) ? request.host : 'localhost'
}
