import type { Address, Hex } from 'viem'
import { decodeParameters } from './abi/decodeParameters.js'
import type { Method } from './abi/method.js'
import { trustSignature } from './abi/parseSignature.js'
import type { ContractKind, KnownMethod } from './calldata/knownMethod.js'
import { knownMethods } from './calldata/knownMethods.js'
import {
  execTransactionFromModuleMethod,
  execTransactionFromModuleReturnDataMethod,
} from './calldata/modules.js'
import { execTransactionMethod } from './calldata/safe.js'
import {
  argumentsUnreadable,
  type Fit,
  listProblems,
  shortData,
} from './callProblems.js'
import type {
  CallNode,
  CallProblem,
  Confidence,
  DecodeCallContext,
  DecodedMethod,
  MethodReading,
} from './callTree.js'
import { BaseError } from './errors.js'
import { multiSendMethod } from './multiSend.js'
import { signatures } from './signatures.js'

export type MethodWalk = {
  readonly context: DecodeCallContext
  readonly safe: Address | undefined
  readonly strangers: Map<Hex, readonly Method[]>
}

type MethodResult = Pick<CallNode, 'method' | 'problems'>

/** Which method the bytes call, as sure as what is known of the target makes it. */
export function readMethod(
  walk: MethodWalk,
  { target, digits }: { target: Address; digits: string },
): MethodResult {
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
  walk: MethodWalk,
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
function findPossibleMethods(
  walk: MethodWalk,
  selector: Hex,
): readonly Method[] {
  return [
    ...(knownMethods[selector] ?? []),
    ...withSelector(walk.context.hints ?? [], selector),
  ]
}

/** Others with this selector, parsed once for all calls of a batch. */
function findStrangers(walk: MethodWalk, selector: Hex): readonly Method[] {
  const found = walk.strangers.get(selector)
  if (found !== undefined) return found
  const methods = (signatures[selector] ?? []).map((signature) =>
    trustSignature(signature, selector),
  )
  walk.strangers.set(selector, methods)
  return methods
}

export function findKind(
  walk: MethodWalk,
  target: Address,
): ContractKind | undefined {
  if (target === walk.safe) return 'safe'
  return walk.context.contracts?.get(target)?.kind
}

function withSelector(
  methods: readonly Method[],
  selector: Hex,
): readonly Method[] {
  return methods.filter((method) => method.selector === selector)
}

type Attempts = { fits: readonly Fit[]; failures: readonly CallProblem[] }

/** Readings that leave no byte unexplained come first. */
function tryAll(methods: readonly Method[], digits: string): Attempts {
  const fits: Fit[] = []
  const failures: CallProblem[] = []
  // Telling where an error arose would be most of the time of a batch of
  // thousands that cannot be read, and nobody reads it here.
  const { stackTraceLimit } = Error
  Error.stackTraceLimit = 0
  try {
    for (const method of methods) {
      try {
        fits.push(readWith(method, digits))
      } catch (error) {
        if (!(error instanceof BaseError)) throw error
        failures.push(argumentsUnreadable(method, error, digits.length / 2))
      }
    }
  } finally {
    Error.stackTraceLimit = stackTraceLimit
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

const containerIds: readonly string[] = [
  multiSendMethod.id,
  execTransactionMethod.id,
  execTransactionFromModuleMethod.id,
  execTransactionFromModuleReturnDataMethod.id,
]

/** A method whose arguments hold calls. */
export function isContainer({ id }: { id: string | undefined }): boolean {
  return id !== undefined && containerIds.includes(id)
}
