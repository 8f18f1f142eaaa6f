import { readArguments, type Value, writeArguments } from './abi.js'
import { toBytes, toHex, toNumber, writeAddress } from './bytes.js'
import { findMethod, type Method } from './methods.js'
import { publishedLibraries } from './published.js'

export type Call = {
  /** "2.1": the first call inside the second. */
  number: string
  /** Who calls: the safe, or another one that it calls. */
  from: string
  to: string
  value: bigint
  data: string
  operation: number
  method: Method | undefined
  values: readonly Value[] | undefined
  /** It has bytes that are no part of its arguments. */
  hasMore: boolean
  /** Bytes of it carry more calls than were read. */
  isCutOff: boolean
}

const mostCalls = 2_000
const mostDepth = 40

type Start = Pick<Call, 'from' | 'to' | 'value' | 'data' | 'operation'>

/** The call and everything that it carries inside, in order of execution. */
export function listCalls(start: Start): Call[] {
  const calls: Call[] = []
  visit({ ...start, number: '1' }, calls, 0)
  return calls
}

function visit(
  start: Start & { number: string },
  calls: Call[],
  depth: number,
): void {
  const read = readCall(start)
  const { inner, isCutOff } = listInner(read)
  const call = { ...read, isCutOff }
  calls.push(call)
  for (const [at, one] of inner.entries()) {
    if (calls.length > mostCalls || depth >= mostDepth) {
      call.isCutOff = true
      return
    }
    visit({ ...one, number: `${start.number}.${at + 1}` }, calls, depth + 1)
  }
}

function readCall(start: Start & { number: string }): Omit<Call, 'isCutOff'> {
  const data = start.data.toLowerCase()
  const found = findMethod(data.slice(0, 10))
  const values = found && readArguments(found.types, toBytes(data).subarray(4))
  const exact = values && toHex(writeArguments(found.types, values)).slice(2)
  return {
    ...start,
    to: writeAddress(start.to),
    method: values ? found : undefined,
    values,
    hasMore: exact !== undefined && exact !== data.slice(10),
  }
}

type Inner = { inner: Start[]; isCutOff: boolean }

function listInner(call: Omit<Call, 'isCutOff'>): Inner {
  const { method, values, from, to } = call
  if (!method || !values) return { inner: [], isCutOff: false }
  const texts = values.map(String)
  // A batch runs as the contract that delegates to it; a published one or not.
  if (method.name === 'multiSend' && call.operation === 1) {
    const { legs, isCutOff } = unpackBatch(texts[0] ?? '0x')
    const inner = legs.map((one) => ({
      ...one,
      // From 1.5.0 on the zero address means the safe itself.
      to: isNewBatch(to) && BigInt(one.to) === 0n ? from : one.to,
      from,
    }))
    return { inner, isCutOff }
  }
  // The contract calls itself with each of them, as its caller.
  if (method.name === 'multicall' && call.operation === 0) {
    const list = [values.at(-1) ?? []].flat()
    const inner = list.map((data) => ({
      from,
      to,
      value: 0n,
      data: String(data),
      operation: 0,
    }))
    return { inner, isCutOff: false }
  }
  if (/^execTransaction/.test(method.name))
    return {
      inner: [
        {
          from: to,
          to: texts[0] ?? '',
          value: BigInt(texts[1] ?? 0),
          data: texts[2] ?? '0x',
          operation: Number(texts[3] ?? 0),
        },
      ],
      isCutOff: false,
    }
  return { inner: [], isCutOff: false }
}

function isNewBatch(address: string): boolean {
  return /1\.5\.0$/.test(publishedLibraries[address] ?? '')
}

/** Operation, address, value, length and data, one after the other, packed. */
function unpackBatch(packed: string): {
  legs: Omit<Start, 'from'>[]
  isCutOff: boolean
} {
  const bytes = toBytes(packed)
  const legs: Omit<Start, 'from'>[] = []
  let at = 0
  while (at + 85 <= bytes.length && legs.length <= mostCalls) {
    const length = toNumber(bytes.subarray(at + 53, at + 85))
    const end = BigInt(at + 85) + length
    if (end > BigInt(bytes.length)) break
    legs.push({
      operation: bytes[at] ?? 0,
      to: toHex(bytes.subarray(at + 1, at + 21)),
      value: toNumber(bytes.subarray(at + 21, at + 53)),
      data: toHex(bytes.subarray(at + 85, Number(end))),
    })
    at = Number(end)
  }
  return { legs, isCutOff: at < bytes.length }
}

/** One line: who is called, with what. */
export function describeCall(call: Call): string {
  const { number, to, value, data, operation, method, values } = call
  const how = operation === 1 ? 'delegatecall to' : 'call to'
  const name = publishedLibraries[to]
  const what = method
    ? `${method.name}(${(values ?? []).map(writeValue).join(', ')})`
    : data === '0x'
      ? 'no data'
      : `unknown method ${data.slice(0, 10)}, ${data.length / 2 - 1} bytes`
  const sent = value > 0n ? `, value ${value} wei` : ''
  return `${number} ${how} ${to}${name ? ` (${name})` : ''}${sent}: ${what}`
}

function writeValue(value: Value): string {
  if (Array.isArray(value)) return `[${value.map(writeValue).join(', ')}]`
  const text = String(value)
  return text.length > 200
    ? `${text.slice(0, 200)}… (${text.length / 2 - 1} bytes)`
    : text
}
