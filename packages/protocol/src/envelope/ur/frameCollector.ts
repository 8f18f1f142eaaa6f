import { BaseError } from '../../errors.js'
import { fromBytewords } from './bytewords.js'
import { createCborReader } from './cbor.js'
import { chooseFragments } from './chooseFragments.js'
import { crc32 } from './crc32.js'
import { mostBytes } from './encodeFrames.js'
import {
  ContradictingFramesError,
  DamagedFrameError,
  ForeignCodeError,
  FramesTooLargeError,
} from './frameErrors.js'

export type FrameResult =
  /** `share` of what is needed, from 0 to 1; `messages` that were seen. */
  | { status: 'collecting'; share: number; messages: number }
  | { status: 'complete'; payload: Uint8Array }
  | { status: 'refused'; reason: BaseError }

export type FrameCollector = { add(text: string): FrameResult }

/** A camera may see several screens; the one seen least lately is let go. */
const mostMessages = 4
const mostFragments = 1_000

/** Puts frames together, in any order, each message apart from the others. */
export function createFrameCollector(): FrameCollector {
  const messages = new Map<string, Rows>()

  const addPart = (part: Part): FrameResult => {
    const name = `${part.count}-${part.size}-${part.checksum}`
    const rows = messages.get(name) ?? createRows(part)
    messages.delete(name)
    messages.set(name, rows)
    for (const oldest of [...messages.keys()].slice(0, -mostMessages))
      messages.delete(oldest)
    try {
      rows.add(part)
      const whole = rows.solve()
      if (whole) return { status: 'complete', payload: unwrap(whole) }
    } catch (error) {
      // Of these frames one is wrong, and nobody can tell which.
      messages.delete(name)
      throw error
    }
    const share = rows.known() / part.count
    return { status: 'collecting', share, messages: messages.size }
  }

  return {
    add: (text) => {
      try {
        const read = readFrame(text)
        if (read.kind === 'part') return addPart(read)
        return { status: 'complete', payload: unwrap(read.message) }
      } catch (reason) {
        if (reason instanceof BaseError) return { status: 'refused', reason }
        throw reason
      }
    },
  }
}

type Part = {
  kind: 'part'
  sequence: number
  count: number
  /** Of the whole message in bytes. */
  size: number
  checksum: number
  data: Uint8Array
}

const framePattern = /^ur:([a-z0-9-]+)\/(?:(\d{1,10})-(\d{1,10})\/)?([a-z]+)$/

/** Two letters for each byte, and a head. */
const longestFrame = mostBytes * 2 + 1_000

function readFrame(
  text: string,
): Part | { kind: 'whole'; message: Uint8Array } {
  if (text.length > longestFrame)
    throw new FramesTooLargeError({ size: text.length / 2, most: mostBytes })
  const match = framePattern.exec(text.trim().toLowerCase())
  if (!match) throw new DamagedFrameError()
  const [, type, sequence, count, words = ''] = match
  if (type !== 'bytes') throw new ForeignCodeError()
  const body = fromBytewords(words)
  if (sequence === undefined) return { kind: 'whole', message: body }
  const part = readPart(body)
  if (part.sequence !== Number(sequence) || part.count !== Number(count))
    throw new DamagedFrameError()
  return part
}

function readPart(body: Uint8Array): Part {
  const reader = createCborReader(body)
  if (reader.readListHead() !== 5) throw new DamagedFrameError()
  const part = {
    kind: 'part',
    sequence: reader.readUint(),
    count: reader.readUint(),
    size: reader.readUint(),
    checksum: reader.readUint(),
    data: reader.readBytes(),
  } as const
  reader.end()
  const { sequence, count, size, data } = part
  if (size > mostBytes || count > mostFragments)
    throw new FramesTooLargeError({ size, most: mostBytes })
  if (sequence === 0 || count === 0 || data.length !== Math.ceil(size / count))
    throw new DamagedFrameError()
  return part
}

function unwrap(message: Uint8Array): Uint8Array {
  const reader = createCborReader(message)
  const payload = reader.readBytes()
  reader.end()
  return payload
}

type Row = { mask: bigint; data: Uint8Array }

type Rows = {
  add(part: Part): void
  known(): number
  /** The message when all of it follows from what was added. */
  solve(): Uint8Array | undefined
}

/**
 * A system of linear equations over bits: each frame says what some fragments
 * add up to. Kept so that each row begins with another fragment, which needs
 * no more rows than there are fragments.
 */
function createRows({ count, size, checksum }: Part): Rows {
  const rows = new Map<number, Row>()
  return {
    known: () => rows.size,
    add: ({ sequence, data }) => {
      const indexes = chooseFragments({ sequence, count, checksum })
      const row = {
        mask: indexes.reduce((mask, index) => mask ^ (1n << BigInt(index)), 0n),
        data: Uint8Array.from(data),
      }
      while (row.mask !== 0n) {
        const first = findFirst(row.mask)
        const known = rows.get(first)
        if (!known) {
          rows.set(first, row)
          return
        }
        addTo(row, known)
      }
      if (row.data.some((byte) => byte !== 0))
        throw new ContradictingFramesError()
    },
    solve: () => {
      if (rows.size < count) return undefined
      const message = joinSolved(rows, count).subarray(0, size)
      if (crc32(message) !== checksum) throw new ContradictingFramesError()
      return message
    },
  }
}

/** From the last fragment back: each row then has one unknown left. */
function joinSolved(rows: ReadonlyMap<number, Row>, count: number): Uint8Array {
  const solved = new Map<number, Row>()
  for (let index = count - 1; index >= 0; index--) {
    const row = rows.get(index)
    if (!row) throw new DamagedFrameError()
    const left = { mask: row.mask, data: Uint8Array.from(row.data) }
    for (let other = index + 1; other < count; other++) {
      const known = solved.get(other)
      if (known && (left.mask >> BigInt(other)) & 1n) addTo(left, known)
    }
    solved.set(index, left)
  }
  const ordered = Array.from(
    { length: count },
    (_, index) => solved.get(index)?.data ?? new Uint8Array(),
  )
  return Uint8Array.from(ordered.flatMap((data) => [...data]))
}

function addTo(row: Row, other: Row): void {
  row.mask ^= other.mask
  other.data.forEach((byte, at) => {
    row.data[at] = (row.data[at] ?? 0) ^ byte
  })
}

function findFirst(mask: bigint): number {
  return (mask & -mask).toString(2).length - 1
}
