import type { Cursor } from '@covault/api'
import type { Placed } from '../store/fitPage.js'
import { type Asked, type Links, readPlace, toLinks } from './links.js'

const page = { maximum: 200 }

/** What a row becomes on its way to the answer, in times of its own size. */
const copies = 3

type Holder = { hold(bytes: number): void }

/**
 * A list that goes on by key: what a page shows, and the links around it. A
 * list whose rows weigh something may end before its limit; `toPlaced` tells
 * then whether it goes on.
 */
export async function readListPage<Row, Key>(
  asked: Asked & Holder,
  list: {
    cursor: Cursor | undefined
    readKey(text: string | undefined): Key | undefined
    readRows(range: {
      limit: number
      offset: number
      after: NoInfer<Key> | undefined
    }): Promise<Row[]>
    toPlaced?(row: NoInfer<Row>): Placed
    writeKey(row: NoInfer<Row>): string
  },
): Promise<{ shown: Row[]; links: Links }> {
  const { toPlaced } = list
  const place = readPlace(list.cursor, page)
  const after = list.readKey(place.after)
  // One more tells whether there is another page.
  const found = await list.readRows({
    limit: place.limit + 1,
    offset: after ? 0 : place.offset,
    after,
  })
  if (toPlaced) holdRows(asked, found.map(toPlaced))
  const shown = found.slice(0, place.limit)
  const end = shown.at(-1)
  const goesOn = end && toPlaced ? toPlaced(end).goesOn : false
  const last =
    end && (goesOn || found.length > place.limit)
      ? list.writeKey(end)
      : undefined
  return { shown, links: toLinks(asked, place, { last, shown: shown.length }) }
}

/** What was read counts until the answer is made. */
export function holdRows({ hold }: Holder, rows: readonly Placed[]): void {
  hold(copies * rows.reduce((sum, { bytes }) => sum + bytes, 0))
}
