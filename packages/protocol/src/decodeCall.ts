import { type Address, checksumAddress, type Hex, zeroAddress } from 'viem'
import { type ByteRange, mergeRanges } from './abi/decodeParameters.js'
import {
  batchProblem,
  callLimit,
  depthLimit,
  invalidOperation,
} from './callProblems.js'
import type {
  CallNode,
  CallProblem,
  CallTree,
  Coverage,
  DecodeCallContext,
  DecodedMethod,
  MethodReading,
} from './callTree.js'
import { BaseError } from './errors.js'
import {
  type Call,
  entryHeadSize,
  multiSendMethod,
  unpackCalls,
} from './multiSend.js'
import {
  findKind,
  isContainer,
  type MethodWalk,
  readMethod,
} from './readMethod.js'
import { operationWord } from './safeTransaction.js'
import { addressWord, assertBytes, uintWord } from './word.js'

/** The EVM's own limit of 1024 is out of reach for gas long before. */
const defaultMaxDepth = 64
/** Reading recurses, so that the stack must hold whatever is asked for. */
const greatestMaxDepth = 256
/** More than a megabyte of the smallest entries. */
const defaultMaxCalls = 20_000

/**
 * Reads a call and all that is inside of it: batches, and transactions that
 * the call makes other safes execute. Only what is no call at all is refused;
 * what cannot be read is listed in its node.
 */
export function decodeCall(
  call: Call,
  context: DecodeCallContext = {},
): CallTree {
  if (!isRecord(call) || !isRecord(context)) throw new InvalidCallError()
  const limits = toLimits(context)
  const safe = context.safe && normalizeAddress(context.safe)
  const callsLeft = limits.maxCalls - 1
  const walk = { context, safe, limits, strangers: new Map(), callsLeft }
  const whole = normalizeCall(call)
  const digits = whole.data.slice(2)
  const place = { path: [], from: safe, target: whole.to, digits }
  const root = readNode(walk, whole, place)
  const calls = listCalls(root)
  return { root, calls, coverage: summarizeCoverage(root, calls), limits }
}

/** Limits that are no numbers are as good as none, and then ours hold. */
function toLimits({
  maxDepth,
  maxCalls,
}: DecodeCallContext): CallTree['limits'] {
  const depth = toCount(maxDepth, defaultMaxDepth)
  return {
    maxDepth: Math.min(depth, greatestMaxDepth),
    maxCalls: toCount(maxCalls, defaultMaxCalls),
  }
}

function toCount(value: unknown, fallback: number): number {
  if (typeof value !== 'number' || Number.isNaN(value)) return fallback
  return Math.max(0, Math.floor(value))
}

function isRecord(value: unknown): boolean {
  return typeof value === 'object' && value !== null
}

type Walk = MethodWalk & {
  readonly limits: CallTree['limits']
  callsLeft: number
}

type Place = Pick<CallNode, 'path' | 'from' | 'target'> & {
  /**
   * The data without its prefix. A slice of the parent's digits, so that deep
   * batches do not copy the same bytes at each level.
   */
  readonly digits: string
}

type ContentResult = Pick<CallNode, 'children' | 'problems'>

function normalizeCall(call: Call): Call {
  assertBytes(call.data)
  uintWord(call.value)
  operationWord(call.operation)
  const data = call.data.toLowerCase() as Hex
  return { ...call, to: normalizeAddress(call.to), data }
}

function normalizeAddress(address: Address): Address {
  return checksumAddress(`0x${addressWord(address).slice(24)}`)
}

function readNode(walk: Walk, call: Call, place: Place): CallNode {
  const { method, problems } = readMethod(walk, place)
  const content = readContent(walk, { call, place, method })
  const all = [...problems, ...content.problems]
  return {
    path: place.path,
    from: place.from,
    target: place.target,
    targetKind: findKind(walk, place.target),
    to: call.to,
    value: call.value,
    data: call.data,
    operation: call.operation,
    method,
    children: content.children,
    coverage: toCoverage(method, all, place.digits.length / 2),
    problems: all,
  }
}

function toCoverage(
  method: DecodedMethod | undefined,
  problems: readonly CallProblem[],
  size: number,
): Coverage {
  if (size === 0) return full
  if (method === undefined)
    return { status: 'partial', undecoded: [{ start: 0, end: size }] }
  if (problems.length === 0) return full
  const undecoded = mergeRanges(problems.flatMap(({ ranges }) => ranges))
  return { status: 'partial', undecoded }
}

const full: Coverage = { status: 'full' }

type Container = {
  readonly call: Call
  readonly place: Place
  readonly method: DecodedMethod | undefined
}

/**
 * The calls that the call makes. Followed in uncertain readings too: what
 * might be executed must be seen.
 */
function readContent(walk: Walk, container: Container): ContentResult {
  const reading = container.method?.candidates.find(isContainer)
  if (reading === undefined) return { children: [], problems: [] }
  return reading.id === multiSendMethod.id
    ? readBatch(walk, container, reading)
    : readExecuted(walk, container, reading)
}

function readBatch(
  walk: Walk,
  { call, place }: Container,
  { parameters }: MethodReading,
): ContentResult {
  const range = parameters[0]?.range ?? emptyRange
  if (isTooDeep(walk, place)) return cutOff(depthLimit(walk, range))
  const { calls, flaw } = unpackCalls(place.digits, range, walk.callsLeft)
  walk.callsLeft -= calls.length
  const from = call.operation === 1 ? place.from : place.target
  const self = isZeroSelf(walk, place.target) ? from : undefined
  let position = range.start
  const children = calls.map((inner, index) => {
    const start = position + entryHeadSize
    position = start + (inner.data.length - 2) / 2
    return readNode(walk, inner, {
      path: [...place.path, index],
      from,
      target: inner.to === zeroAddress ? (self ?? inner.to) : inner.to,
      digits: place.digits.slice(start * 2, position * 2),
    })
  })
  return { children, problems: flaw ? [batchProblem(walk, flaw)] : [] }
}

function isZeroSelf({ context }: Walk, target: Address): boolean {
  return context.contracts?.get(target)?.zeroIsSelf === true
}

/** What `execTransaction` and its kin of another safe would execute. */
function readExecuted(
  walk: Walk,
  { call, place }: Container,
  { parameters }: MethodReading,
): ContentResult {
  const [to, value, data, operation] = parameters
  if (!to || !value || !data || !operation)
    return { children: [], problems: [] }
  if (operation.value !== 0n && operation.value !== 1n)
    return cutOff(invalidOperation(operation))
  if (isTooDeep(walk, place)) return cutOff(depthLimit(walk, data.range))
  if (walk.callsLeft <= 0) return cutOff(callLimit(walk, data.range))
  walk.callsLeft -= 1
  const inner: Call = {
    to: to.value as Address,
    value: value.value as bigint,
    data: data.value as Hex,
    operation: operation.value === 0n ? 0 : 1,
  }
  const { start, end } = data.range
  const child = readNode(walk, inner, {
    path: [...place.path, 0],
    from: call.operation === 1 ? place.from : place.target,
    target: inner.to,
    digits: place.digits.slice(start * 2, end * 2),
  })
  return { children: [child], problems: [] }
}

const emptyRange: ByteRange = { start: 0, end: 0 }

function isTooDeep({ limits }: Walk, { path }: Place): boolean {
  return path.length >= limits.maxDepth
}

function cutOff(problem: CallProblem): ContentResult {
  return { children: [], problems: [problem] }
}

function listCalls(root: CallNode): readonly CallNode[] {
  const calls: CallNode[] = []
  const pending = [root]
  for (let node = pending.pop(); node; node = pending.pop()) {
    calls.push(node)
    for (const child of node.children.toReversed()) pending.push(child)
  }
  return calls
}

function summarizeCoverage(
  root: CallNode,
  calls: readonly CallNode[],
): CallTree['coverage'] {
  const ranges = calls.flatMap(({ coverage }) =>
    coverage.status === 'full' ? [] : coverage.undecoded,
  )
  const size = root.data.length / 2 - 1
  const sum = ranges.reduce(
    (total, range) => total + range.end - range.start,
    0,
  )
  const status = ranges.length === 0 ? 'full' : 'partial'
  return { status, size, undecodedSize: Math.min(sum, size) }
}

export class InvalidCallError extends BaseError {
  override name = 'InvalidCallError'

  constructor() {
    super(
      'A call to decode needs a target, value, data and operation, and its context must be an object.',
    )
  }
}
