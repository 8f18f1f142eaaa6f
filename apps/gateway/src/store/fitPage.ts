import { type RawBuilder, sql } from 'kysely'

/** Bytes of stored content after which a page ends, whatever its limit is. */
export const pageBytes = 1_048_576

/** What a list that tells calls decoded writes of their data, in times of it. */
export const decodedTimes = 8

/** A row that knows what it weighs and whether others follow it. */
export type Placed = { bytes: number; goesOn: boolean }
export type PlacedRow = { bytes: string; goes_on: boolean }

/**
 * Of listed rows those that fit into a page, at least the first ones. Only
 * their lengths are looked at, so what does not fit is not read.
 */
export function fitPage(
  listed: RawBuilder<unknown>,
  parameters: {
    order: RawBuilder<unknown>
    /** Of one row. */
    bytes: RawBuilder<unknown>
    mostBytes?: number | undefined
    least?: number | undefined
    /** What else of its neighbours a row is told, in the window `page`. */
    also?: RawBuilder<unknown>
  },
): RawBuilder<unknown> {
  const { order, bytes, also, mostBytes = pageBytes, least = 1 } = parameters
  return sql`
    select * from (
      select *, row_number() over page as place,
        sum(bytes) over page - bytes as before,
        lead(true, 1, false) over page as goes_on ${also ? sql`, ${also}` : sql``}
      from (select *, (${bytes})::numeric as bytes from (${listed}) listed) sized
      window page as (order by ${order})
    ) placed
    where before < ${mostBytes} or place <= ${least}
    order by place`
}

export function toPlaced({ bytes, goes_on }: PlacedRow): Placed {
  return { bytes: Number(bytes), goesOn: goes_on }
}
