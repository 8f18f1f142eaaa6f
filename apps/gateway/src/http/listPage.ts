import type { Cursor } from '@covault/api'
import type { FastifyRequest } from 'fastify'
import { type Links, readPlace, toLinks } from './links.js'

const page = { maximum: 200 }

/** A list that goes on by key: what a page shows, and the links around it. */
export async function readListPage<Row, Key>(
  request: FastifyRequest,
  list: {
    cursor: Cursor | undefined
    readKey(text: string | undefined): Key | undefined
    readRows(range: {
      limit: number
      offset: number
      after: NoInfer<Key> | undefined
    }): Promise<Row[]>
    writeKey(row: NoInfer<Row>): string
  },
): Promise<{ shown: Row[]; links: Links }> {
  const place = readPlace(list.cursor, page)
  const after = list.readKey(place.after)
  // One more tells whether there is another page.
  const found = await list.readRows({
    limit: place.limit + 1,
    offset: after ? 0 : place.offset,
    after,
  })
  const shown = found.slice(0, place.limit)
  const last = found.length > place.limit ? shown.at(-1) : undefined
  const links = toLinks(request, place, last && list.writeKey(last))
  return { shown, links }
}
