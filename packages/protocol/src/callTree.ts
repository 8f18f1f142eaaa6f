import type { Address, Hex } from 'viem'
import type {
  AbiFlaw,
  ByteRange,
  DecodedParameter,
} from './abi/decodeParameters.js'
import type { Method, MethodArguments } from './abi/method.js'
import type { ContractKind, KnownMethod } from './calldata/knownMethod.js'
import type { Call } from './multiSend.js'

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
