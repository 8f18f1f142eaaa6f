import { type RawBuilder, sql } from 'kysely'
import type { Hex } from 'viem'

/** What the columns of each type are given; times in seconds since 1970. */
type Values = {
  bytea: Hex
  text: string
  int2: number
  int4: number
  int8: bigint
  boolean: boolean
  timestamptz: number
  numeric: bigint
}

export type ColumnType = keyof Values

export type ColumnValue<type extends ColumnType> =
  | Values[type]
  | null
  | undefined

/**
 * One value of each of many rows. Numbers that have no end aside, they go in
 * the binary form of PostgreSQL's arrays: text is escaped by us, read letter
 * by letter there, and that takes longer than storing what it says.
 */
export function toArray<type extends ColumnType>(
  type: type,
  values: readonly ColumnValue<type>[],
): RawBuilder<unknown> {
  const array =
    type === 'numeric'
      ? `{${values.map((value) => value ?? 'NULL').join()}}`
      : writeArray(writers[type as BinaryType] as Writer<Values[type]>, values)
  return sql`${array}::${sql.raw(type)}[]`
}

type BinaryType = Exclude<ColumnType, 'numeric'>

type Writer<value> = {
  /** The type's number in pg_type. */
  id: number
  size: (value: value) => number
  write: (buffer: Buffer, value: value, at: number) => void
}

/** PostgreSQL counts microseconds from the year 2000. */
const year2000 = 946_684_800

const writers: { [type in BinaryType]: Writer<Values[type]> } = {
  bytea: {
    id: 17,
    size: (hex) => hex.length / 2 - 1,
    write: (buffer, hex, at) => buffer.write(hex.slice(2), at, 'hex'),
  },
  text: {
    id: 25,
    size: (text) => Buffer.byteLength(text),
    write: (buffer, text, at) => buffer.write(text, at),
  },
  int2: {
    id: 21,
    size: () => 2,
    write: (buffer, value, at) => buffer.writeInt16BE(value, at),
  },
  int4: {
    id: 23,
    size: () => 4,
    write: (buffer, value, at) => buffer.writeInt32BE(value, at),
  },
  int8: {
    id: 20,
    size: () => 8,
    write: (buffer, value, at) => buffer.writeBigInt64BE(value, at),
  },
  boolean: {
    id: 16,
    size: () => 1,
    write: (buffer, value, at) => buffer.writeUInt8(Number(value), at),
  },
  timestamptz: {
    id: 1184,
    size: () => 8,
    write: (buffer, seconds, at) =>
      buffer.writeBigInt64BE(BigInt(seconds - year2000) * 1_000_000n, at),
  },
}

const headerSize = 20
const lengthSize = 4

/** As `array_recv` reads it: one dimension, each value after its length. */
function writeArray<value>(
  { id, size, write }: Writer<value>,
  values: readonly (value | null | undefined)[],
): Buffer {
  const sizes = values.map((value) => (isNothing(value) ? -1 : size(value)))
  const total = sizes.reduce(
    (sum, length) => sum + lengthSize + Math.max(length, 0),
    headerSize,
  )
  const buffer = Buffer.alloc(total)
  const [dimensions, hasNulls, firstIndex] = [1, 1, 1]
  const header = [dimensions, hasNulls, id, values.length, firstIndex]
  for (const [index, word] of header.entries())
    buffer.writeInt32BE(word, index * 4)
  let at = headerSize
  for (const [index, value] of values.entries()) {
    const length = sizes[index] ?? -1
    buffer.writeInt32BE(length, at)
    at += lengthSize
    if (isNothing(value)) continue
    write(buffer, value, at)
    at += length
  }
  return buffer
}

function isNothing(value: unknown): value is null | undefined {
  return value === null || value === undefined
}
