import { type RawBuilder, sql } from 'kysely'
import type { Hex } from 'viem'
import type { Database } from './database.js'
import type { Store } from './openStore.js'

type Columns<row> = Record<
  string,
  readonly [type: string, value: (row: row) => unknown]
>

/** One statement with one array per column, however many rows there are. */
export async function insertMany<row>(
  store: Store,
  parameters: {
    table: keyof Database
    chainId: number
    rows: readonly row[]
    columns: Columns<row>
    ending?: RawBuilder<unknown>
  },
): Promise<void> {
  const { table, chainId, rows, columns, ending } = parameters
  if (rows.length === 0) return
  const entries = Object.entries(columns)
  const arrays = entries.map(([, [type, value]]) =>
    toArray(type, rows.map(value)),
  )
  await sql`
    insert into ${sql.ref(table)}
      (chain_id, ${sql.raw(entries.map(([name]) => name).join(', '))})
    select ${chainId}, * from unnest(${sql.join(arrays)})
    ${ending ?? sql`on conflict do nothing`}
  `.execute(store)
}

/**
 * A column in PostgreSQL's own text form. The driver would look at every
 * value for what to escape, which takes longer than storing it.
 */
export function toArray(
  type: string,
  values: readonly unknown[],
): RawBuilder<unknown> {
  const write = writers[type] ?? String
  const items = values.map((value) =>
    value === null || value === undefined ? 'NULL' : write(value),
  )
  return sql`${`{${items.join()}}`}::${sql.raw(type)}[]`
}

/** Numbers, booleans and times hold nothing that an array would misread. */
const writers: Record<string, (value: unknown) => string> = {
  bytea: (value) => `"\\\\${String(value).slice(1)}"`,
  text: (value) => `"${String(value).replace(/["\\]/g, '\\$&')}"`,
}

/** bytea's text form: the driver would make it of a Buffer anyway. */
export function bytes(hex: Hex | null | undefined): string | null {
  return hex ? `\\x${hex.slice(2)}` : null
}

export function toText(value: bigint | null): string | null {
  return value === null ? null : String(value)
}

let lastTime = { seconds: 0, text: new Date(0).toISOString() }

/** Rows come block by block: the same time is written many times in a row. */
export function toTime(seconds: number): string {
  if (lastTime.seconds !== seconds)
    lastTime = { seconds, text: new Date(seconds * 1000).toISOString() }
  return lastTime.text
}
