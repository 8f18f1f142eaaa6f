import { concat, InputError, toNumber } from './bytes.js'
import { sha256 } from './sha256.js'

/*
 * Moving QR codes: BC-UR of BCR-2020-005 and BCR-2024-001, `ur:bytes`. Each
 * frame is a part, or a sum of parts that follows from its number.
 */

/** Of the parts that are needed, or all that was carried. */
export type Collected =
  | { status: 'collecting'; share: number }
  | { status: 'complete'; payload: Uint8Array }

export type Collector = { add(text: string): Collected }

const mostBytes = 65_536
const mostParts = 1_000

/** First and last letters of the 256 words of BCR-2020-012, byte by byte. */
const pairs: readonly string[] =
  'aeadaoaxaaahamatayasbkbdbnbtbabsbebybgbwbbbzcmchcscfcycwcecackctcxclcpcndkdadsdidedtdrdndwdpdmdldyeheyeoeeecenemetesftfrfnfsfmfhfzfpfwfxfyfefgflfdgagegrgsgtglgwgdgygmgughgohfhghdhkhthphhhlhyhehnhsidiaieihiyioisinimjejzjnjtjljojsjpjkjykpkoktkskkknkgkekikblblalylflslrlplnltloldlelulklgmnmymhmemomumwmdmtmsmknlnyndnsntnnnenboyoeotoxonolospdptpkpypspmplpepfpaprqdqzrerprlrorhrdrkrfryrnrsrtsesasrssskswstspsosgsbsfsntotktitttdtetytltbtstptatnuyuoutueurvtvyvovlvevwvavdvswlwdwmwpwewywswtwnwzwfwkykynylyaytzszoztzczezm'.match(
    /../g,
  ) ?? []

const damaged = () =>
  new InputError('The code is damaged. Show it to the camera again.')

type Part = {
  sequence: number
  count: number
  size: number
  checksum: number
  data: Uint8Array
}

/** Frames in any order; those of another message begin again. */
export function createCollector(): Collector {
  let name = ''
  let rows = new Map<number, Row>()
  return {
    add(text) {
      const frame = readFrame(text)
      if (frame instanceof Uint8Array)
        return { status: 'complete', payload: readMessage(frame) }
      const own = `${frame.count} ${frame.size} ${frame.checksum}`
      if (own !== name) [name, rows] = [own, new Map()]
      addRow(rows, toRow(frame))
      if (rows.size < frame.count)
        return { status: 'collecting', share: rows.size / frame.count }
      const message = solve(rows, frame)
      name = ''
      return { status: 'complete', payload: readMessage(message) }
    },
  }
}

function readFrame(text: string): Part | Uint8Array {
  const match =
    text.length < mostBytes * 3
      ? /^ur:([a-z0-9-]+)\/(?:(\d{1,9})-(\d{1,9})\/)?((?:[a-z]{2})+)$/.exec(
          text.trim().toLowerCase(),
        )
      : null
  if (!match) throw damaged()
  if (match[1] !== 'bytes')
    throw new InputError(
      `The code carries ${match[1]}, not a transaction or message.`,
    )
  const body = readWords(match[4] ?? '')
  if (match[2] === undefined) return body
  const part = readPart(body)
  if (part.sequence !== Number(match[2]) || part.count !== Number(match[3]))
    throw damaged()
  return part
}

/** Two letters for a byte; the last four bytes are a checksum. */
function readWords(text: string): Uint8Array {
  const bytes = Uint8Array.from(text.match(/../g) ?? [], (pair) => {
    const byte = pairs.indexOf(pair)
    if (byte < 0) throw damaged()
    return byte
  })
  const body = bytes.subarray(0, -4)
  if (Number(toNumber(bytes.subarray(-4))) !== crc32(body)) throw damaged()
  return body
}

function readPart(body: Uint8Array): Part {
  const { next, bytes, isAtEnd } = readCbor(body)
  if (next(4) !== 5) throw damaged()
  const [sequence, count, size, checksum] = [next(0), next(0), next(0), next(0)]
  const data = bytes()
  const isSound =
    isAtEnd() &&
    sequence > 0 &&
    count > 0 &&
    count <= mostParts &&
    size <= mostBytes &&
    data.length === Math.ceil(size / count)
  if (!isSound) throw damaged()
  return { sequence, count, size, checksum, data }
}

function readMessage(message: Uint8Array): Uint8Array {
  const { bytes, isAtEnd } = readCbor(message)
  const payload = bytes()
  if (!isAtEnd()) throw damaged()
  return payload
}

/** Numbers, byte strings and heads of lists: the little that frames use. */
function readCbor(source: Uint8Array) {
  let at = 0
  const take = (length: number) => {
    at += length
    if (at > source.length) throw damaged()
    return source.subarray(at - length, at)
  }
  const next = (major: number): number => {
    const [first = 0] = take(1)
    const short = first & 31
    if (first >> 5 !== major || short > 26) throw damaged()
    return short < 24 ? short : Number(toNumber(take(2 ** (short - 24))))
  }
  return {
    next,
    bytes: () => take(next(2)),
    isAtEnd: () => at === source.length,
  }
}

/** What some parts add up to, bit by bit. */
type Row = { mask: bigint; data: Uint8Array }

function toRow(part: Part): Row {
  return {
    mask: chooseParts(part).reduce((mask, at) => mask | (1n << BigInt(at)), 0n),
    data: Uint8Array.from(part.data),
  }
}

/** Each row begins with another part. */
function addRow(rows: Map<number, Row>, row: Row): void {
  while (row.mask !== 0n) {
    const first = row.mask.toString(2).length - 1
    const other = rows.get(first)
    if (!other) {
      rows.set(first, row)
      return
    }
    subtract(row, other)
  }
  if (row.data.some((byte) => byte !== 0)) throw damaged()
}

function subtract(row: Row, other: Row): void {
  row.mask ^= other.mask
  other.data.forEach((byte, at) => {
    row.data[at] = (row.data[at] ?? 0) ^ byte
  })
}

function solve(
  rows: Map<number, Row>,
  { count, size, checksum }: Part,
): Uint8Array {
  const solved: Row[] = []
  for (let at = 0; at < count; at++) {
    const row = rows.get(at)
    if (!row) throw damaged()
    for (const [lower, one] of solved.entries())
      if ((row.mask >> BigInt(lower)) & 1n) subtract(row, one)
    solved.push(row)
  }
  const message = concat(...solved.map(({ data }) => data)).subarray(0, size)
  if (crc32(message) !== checksum) throw damaged()
  return message
}

function chooseParts({ sequence, count, checksum }: Part): number[] {
  if (sequence <= count) return [sequence - 1]
  const seed = new DataView(new ArrayBuffer(8))
  seed.setUint32(0, sequence)
  seed.setUint32(4, checksum)
  const random = createRandom(new Uint8Array(seed.buffer))
  const left = Array.from({ length: count }, (_, at) => at)
  return Array.from(
    { length: chooseDegree(count, random) },
    () => left.splice(Math.floor(random() * left.length), 1)[0] ?? 0,
  )
}

/** d parts with a weight of 1/d, by Vose's alias method. */
function chooseDegree(count: number, random: () => number): number {
  const weights = Array.from({ length: count }, (_, at) => 1 / (at + 1))
  const sum = weights.reduce((total, one) => total + one, 0)
  const scaled = weights.map((one) => (one * count) / sum)
  const chances = scaled.map(() => 1)
  const aliases = scaled.map(() => 0)
  const small: number[] = []
  const large: number[] = []
  const sort = (at: number) => ((scaled[at] ?? 0) < 1 ? small : large).push(at)
  for (let at = count - 1; at >= 0; at--) sort(at)
  while (small.length > 0 && large.length > 0) {
    const low = small.pop() ?? 0
    const high = large.pop() ?? 0
    chances[low] = scaled[low] ?? 0
    aliases[low] = high
    scaled[high] = (scaled[high] ?? 0) + (scaled[low] ?? 0) - 1
    sort(high)
  }
  const [place, coin] = [random(), random()]
  const at = Math.floor(count * place)
  return 1 + (coin < (chances[at] ?? 0) ? at : (aliases[at] ?? 0))
}

/** Xoshiro256**, from 0 up to 1. */
function createRandom(seed: Uint8Array): () => number {
  const digest = sha256(seed)
  const wrap = (value: bigint) => BigInt.asUintN(64, value)
  const turn = (value: bigint, bits: bigint) =>
    wrap(value << bits) | (value >> (64n - bits))
  let [a = 0n, b = 0n, c = 0n, d = 0n] = [0, 8, 16, 24].map((at) =>
    toNumber(digest.subarray(at, at + 8)),
  )
  return () => {
    const result = wrap(turn(wrap(b * 5n), 7n) * 9n)
    const shifted = wrap(b << 17n)
    c ^= a
    d ^= b
    b ^= c
    a ^= d
    c ^= shifted
    d = turn(d, 45n)
    return Number(result) / 2 ** 64
  }
}

/** CRC-32 of ISO 3309. */
function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff
  for (const byte of bytes) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit++)
      crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1
  }
  return (crc ^ 0xffffffff) >>> 0
}
