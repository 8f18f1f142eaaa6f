import { type Address, checksumAddress, type Hex, zeroAddress } from 'viem'
import {
  type AbiFlaw,
  type ByteRange,
  type DecodedParameter,
  decodeParameters,
  findFlaws,
  mergeRanges,
} from './abi/decodeParameters.js'
import type { Method, MethodArguments } from './abi/method.js'
import { trustSignature } from './abi/parseSignature.js'
import type { ContractKind, KnownMethod } from './calldata/knownMethod.js'
import { knownMethods } from './calldata/knownMethods.js'
import {
  execTransactionFromModuleMethod,
  execTransactionFromModuleReturnDataMethod,
} from './calldata/modules.js'
import { execTransactionMethod } from './calldata/safe.js'
import { BaseError } from './errors.js'
import {
  type Call,
  entryHeadSize,
  type MultiSendFlaw,
  multiSendMethod,
  unpackCalls,
} from './multiSend.js'
import { operationWord } from './safeTransaction.js'
import { signatures } from './signatures.js'
import { addressWord, assertBytes, uintWord } from './word.js'

/** What a call does, down to the last byte, as far as the bytes tell. */
export type CallTree = {
  readonly root: CallNode
  /** Every node in the order of execution, a parent before its children. */
  readonly calls: readonly CallNode[]
  readonly coverage: {
    /** 'full': encodeCallTree yields the very bytes of the root. */
    readonly status: 'full' | 'partial'
    readonly size: number
    readonly undecodedSize: number
  }
  /** How deep and how far was read. A node that was cut off says so. */
  readonly limits: { readonly maxDepth: number; readonly maxCalls: number }
}

export type CallNode = Call & {
  /** [] is the root, [0, 2] the third call inside of its first. */
  readonly path: readonly number[]
  /** In whose name it is made, and whose storage a delegatecall changes. */
  readonly from: Address | undefined
  /**
   * Whose code runs. It is `to`, but MultiSend 1.5.0 takes the zero address
   * for the account that acts.
   */
  readonly target: Address
  /** What the caller of decodeCall knows the target to be. */
  readonly targetKind: ContractKind | undefined
  readonly method: DecodedMethod | undefined
  readonly children: readonly CallNode[]
  /** Of this node's own data; what lies in a child is the child's. */
  readonly coverage: Coverage
  readonly problems: readonly CallProblem[]
}

export type Coverage =
  | { readonly status: 'full' }
  | { readonly status: 'partial'; readonly undecoded: readonly ByteRange[] }

/**
 * exact: the target is known to have this method. candidates: only the
 * selector matches, which anybody can arrange.
 */
export type Confidence = 'exact' | 'candidates'

export type MethodReading = {
  /** Of a KnownMethod, undefined for other methods. */
  readonly id: string | undefined
  readonly contracts: readonly ContractKind[]
  readonly name: string
  readonly signature: string
  readonly selector: Hex
  readonly parameters: readonly DecodedParameter[]
}

/** The best reading, with all that fit the bytes (itself first). */
export type DecodedMethod = MethodReading & {
  readonly confidence: Confidence
  readonly candidates: readonly MethodReading[]
}

export type CallProblem = {
  readonly code:
    | AbiFlaw['code']
    | 'shortData'
    | 'argumentsUnreadable'
    | 'invalidOperation'
    | 'batchTruncated'
    | 'batchOperation'
    | 'depthLimit'
    | 'callLimit'
  readonly message: string
  /** In bytes of this node's data. */
  readonly ranges: readonly ByteRange[]
}

export type KnownContract = {
  readonly kind?: ContractKind | undefined
  /** Of a multiSend: a leg to the zero address goes to the account itself. */
  readonly zeroIsSelf?: boolean | undefined
  /** Methods that the caller vouches for: they are read with confidence. */
  readonly methods?: readonly Method[] | undefined
}

export type DecodeCallContext = {
  /** The safe that makes the call. */
  readonly safe?: Address | undefined
  /** What the caller knows about targets, by checksummed address. */
  readonly contracts?: ReadonlyMap<Address, KnownContract> | undefined
  /** Methods somebody suggests, for instance the gateway. */
  readonly hints?: readonly Method[] | undefined
  readonly maxDepth?: number | undefined
  readonly maxCalls?: number | undefined
}

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

/**
 * The typed arguments, if a reading of the call (certain or not) is this
 * method.
 */
export function findArguments<const method extends KnownMethod>(
  node: CallNode,
  method: method,
): MethodArguments<method> | undefined {
  const reading = node.method?.candidates.find(({ id }) => id === method.id)
  return reading && getArguments(reading, method)
}

/** The caller has compared the ids. */
export function getArguments<const method extends KnownMethod>(
  reading: MethodReading,
  _method: method,
): MethodArguments<method> {
  const entries = reading.parameters.map(({ name, value }) => [name, value])
  return Object.fromEntries(entries) as MethodArguments<method>
}

type Walk = {
  readonly context: DecodeCallContext
  readonly safe: Address | undefined
  readonly limits: CallTree['limits']
  readonly strangers: Map<Hex, readonly Method[]>
  callsLeft: number
}

type Place = Pick<CallNode, 'path' | 'from' | 'target'> & {
  /**
   * The data without its prefix. A slice of the parent's digits, so that deep
   * batches do not copy the same bytes at each level.
   */
  readonly digits: string
}

type MethodResult = Pick<CallNode, 'method' | 'problems'>
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

function readMethod(walk: Walk, { target, digits }: Place): MethodResult {
  const size = digits.length / 2
  if (size === 0) return { method: undefined, problems: [] }
  if (size < 4) return { method: undefined, problems: [shortData(size)] }
  const selector: Hex = `0x${digits.slice(0, 8)}`
  const certain = findCertainMethods(walk, target, selector)
  const { fits, failures } = tryAll(certain, digits)
  if (fits[0] !== undefined) return toExact(fits[0], digits)
  const possible = findPossibleMethods(walk, selector).filter(
    (method) => !certain.includes(method),
  )
  const attempts = tryAll(possible, digits)
  const strangers = findStrangers(walk, selector)
  const others = tryAll(strangers, digits).fits.filter(isCanonical)
  const all = { ...attempts, fits: [...attempts.fits, ...others] }
  return toUncertain(all, failures, digits)
}

function toExact(fit: Fit, digits: string): MethodResult {
  const { reading } = fit
  const candidates = [reading, ...findHiddenContainers(reading, digits)]
  return {
    method: toMethod(reading, 'exact', candidates),
    problems: listProblems(fit, digits),
  }
}

/** Written out: spreading would be a third of the time of a large batch. */
function toMethod(
  reading: MethodReading,
  confidence: Confidence,
  candidates: readonly MethodReading[],
): DecodedMethod {
  return {
    id: reading.id,
    contracts: reading.contracts,
    name: reading.name,
    signature: reading.signature,
    selector: reading.selector,
    parameters: reading.parameters,
    confidence,
    candidates,
  }
}

/** A vouched method with the selector of `multiSend` must not hide a batch. */
function findHiddenContainers(
  { id, selector }: MethodReading,
  digits: string,
): readonly MethodReading[] {
  if (id !== undefined) return []
  const containers = (knownMethods[selector] ?? []).filter(isContainer)
  return tryAll(containers, digits).fits.map(toReading)
}

function toUncertain(
  { fits, failures }: Attempts,
  earlierFailures: readonly CallProblem[],
  digits: string,
): MethodResult {
  const [first] = fits
  if (first === undefined) {
    const problems = [...earlierFailures, ...failures].slice(0, 1)
    return { method: undefined, problems }
  }
  return {
    method: toMethod(first.reading, 'candidates', fits.map(toReading)),
    problems: [...earlierFailures, ...listProblems(first, digits)],
  }
}

/** What the target is known to have under this selector. */
function findCertainMethods(
  walk: Walk,
  target: Address,
  selector: Hex,
): readonly Method[] {
  const contract = walk.context.contracts?.get(target)
  const kind = findKind(walk, target)
  const known = (knownMethods[selector] ?? []).filter(
    ({ contracts }) => kind !== undefined && contracts.includes(kind),
  )
  if (contract?.methods === undefined) return known
  return [...known, ...withSelector(contract.methods, selector)]
}

/** Meanings that are worth showing even where bytes remain unexplained. */
function findPossibleMethods(walk: Walk, selector: Hex): readonly Method[] {
  return [
    ...(knownMethods[selector] ?? []),
    ...withSelector(walk.context.hints ?? [], selector),
  ]
}

/** Others with this selector, parsed once for all calls of a batch. */
function findStrangers(walk: Walk, selector: Hex): readonly Method[] {
  const found = walk.strangers.get(selector)
  if (found !== undefined) return found
  const methods = (signatures[selector] ?? []).map((signature) =>
    trustSignature(signature, selector),
  )
  walk.strangers.set(selector, methods)
  return methods
}

function findKind(walk: Walk, target: Address): ContractKind | undefined {
  if (target === walk.safe) return 'safe'
  return walk.context.contracts?.get(target)?.kind
}

function withSelector(
  methods: readonly Method[],
  selector: Hex,
): readonly Method[] {
  return methods.filter((method) => method.selector === selector)
}

type Fit = { reading: MethodReading; canonical: boolean }
type Attempts = { fits: readonly Fit[]; failures: readonly CallProblem[] }

/** Readings that leave no byte unexplained come first. */
function tryAll(methods: readonly Method[], digits: string): Attempts {
  const fits: Fit[] = []
  const failures: CallProblem[] = []
  for (const method of methods) {
    try {
      fits.push(readWith(method, digits))
    } catch (error) {
      if (!(error instanceof BaseError)) throw error
      failures.push(argumentsUnreadable(method, error, digits.length / 2))
    }
  }
  return { fits: fits.length > 1 ? fits.toSorted(byFlaws) : fits, failures }
}

function toReading({ reading }: Fit): MethodReading {
  return reading
}

function isCanonical({ canonical }: Fit): boolean {
  return canonical
}

function byFlaws(a: Fit, b: Fit): number {
  return Number(b.canonical) - Number(a.canonical)
}

function readWith(method: Method | KnownMethod, digits: string): Fit {
  const { parameters, canonical } = decodeParameters(method.inputs, digits, 4)
  const { name, signature, selector } = method
  const id = 'id' in method ? method.id : undefined
  const contracts = 'contracts' in method ? method.contracts : []
  const reading = { id, contracts, name, signature, selector, parameters }
  return { reading, canonical }
}

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

const containerIds: readonly string[] = [
  multiSendMethod.id,
  execTransactionMethod.id,
  execTransactionFromModuleMethod.id,
  execTransactionFromModuleReturnDataMethod.id,
]

function isContainer({ id }: { id: string | undefined }): boolean {
  return id !== undefined && containerIds.includes(id)
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

const flawMessages = {
  trailingBytes: 'Bytes follow after the end of the arguments.',
  unreadBytes: 'Bytes lie between the arguments that none of them uses.',
  overlappingBytes: 'Several arguments use the same bytes.',
  unexpectedOffset: 'An argument does not lie where encoders put it.',
  nonZeroPadding: 'Bytes that ought to be zero are not.',
  missingPadding: 'The last argument is not padded to a whole word.',
  invalidText: 'A text is not valid UTF-8.',
} as const satisfies Record<AbiFlaw['code'], string>

/** One problem per code: hostile data has thousands of flaws of a kind. */
function listProblems(
  { reading, canonical }: Fit,
  digits: string,
): readonly CallProblem[] {
  if (canonical) return []
  const flaws = findFlaws(reading.parameters, digits, 4)
  const codes = [...new Set(flaws.map(({ code }) => code))]
  return codes.map((code) => {
    const same = flaws.filter((flaw) => flaw.code === code)
    const ranges = mergeRanges(same.map(({ range }) => range))
    return { code, message: flawMessages[code], ranges }
  })
}

function shortData(size: number): CallProblem {
  return {
    code: 'shortData',
    message: `${size} bytes are too few for a selector; the target's fallback would run.`,
    ranges: [{ start: 0, end: size }],
  }
}

function argumentsUnreadable(
  { signature }: Method,
  error: BaseError,
  size: number,
): CallProblem {
  return {
    code: 'argumentsUnreadable',
    message: `The selector is that of ${signature}, but: ${error.message}`,
    ranges: [{ start: 0, end: size }],
  }
}

function invalidOperation({ value, range }: DecodedParameter): CallProblem {
  return {
    code: 'invalidOperation',
    message: `Operation ${String(value)} is neither 0 (call) nor 1 (delegatecall).`,
    ranges: [range],
  }
}

function batchProblem(
  walk: Walk,
  { code, read, range }: MultiSendFlaw,
): CallProblem {
  if (code === 'batchLimit') return callLimit(walk, range)
  const message =
    code === 'batchTruncated'
      ? `Entry ${read + 1} of the batch is longer than the bytes that are left.`
      : `Entry ${read + 1} of the batch is neither a call nor a delegatecall.`
  return { code, message, ranges: [range] }
}

function depthLimit({ limits }: Walk, range: ByteRange): CallProblem {
  return {
    code: 'depthLimit',
    message: `Calls nested deeper than ${limits.maxDepth} levels are not read.`,
    ranges: [range],
  }
}

function callLimit({ limits }: Walk, range: ByteRange): CallProblem {
  return {
    code: 'callLimit',
    message: `No more than ${limits.maxCalls} calls are read.`,
    ranges: [range],
  }
}

export class InvalidCallError extends BaseError {
  override name = 'InvalidCallError'

  constructor() {
    super(
      'What was given to decode is not a call with its target, value, data and operation, or its context is not an object.',
    )
  }
}
