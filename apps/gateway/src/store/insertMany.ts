import { type RawBuilder, sql } from 'kysely'
import { type ColumnType, type ColumnValue, toArray } from './columnArray.js'
import type { Database } from './database.js'
import type { Store } from './openStore.js'

type Insert<row> = {
  table: keyof Database
  chainId: number
  rows: readonly row[]
  columns: Record<string, Column<row>>
  ending?: RawBuilder<unknown>
}

type Column<row> = {
  [type in ColumnType]: readonly [type, (row: row) => ColumnValue<type>]
}[ColumnType]

/** One statement, however many rows there are. */
export async function insertMany<row>(
  store: Store,
  insert: Insert<row>,
): Promise<void> {
  if (insert.rows.length > 0) await toInsert(insert).execute(store)
}

/**
 * One array per column. Side by side in the select list they are read row by
 * row; in `from`, each of them would be copied first.
 */
export function toInsert<row>(insert: Insert<row>): RawBuilder<unknown> {
  const { table, chainId, rows, columns, ending } = insert
  const entries = Object.entries(columns)
  const arrays = entries.map(
    ([, column]) => sql`unnest(${toColumn(rows, column)})`,
  )
  return sql`
    insert into ${sql.ref(table)}
      (chain_id, ${sql.raw(entries.map(([name]) => name).join(', '))})
    select ${chainId}, ${sql.join(arrays)}
    ${ending ?? sql`on conflict do nothing`}
  `
}

function toColumn<row, type extends ColumnType>(
  rows: readonly row[],
  [type, value]: readonly [type, (row: row) => ColumnValue<type>],
): RawBuilder<unknown> {
  return toArray(type, rows.map(value))
}
