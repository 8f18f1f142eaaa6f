import { type Address, checksumAddress, zeroAddress } from 'viem'
import type { ContractKind } from './calldata/knownMethod.js'
import {
  execTransactionFromModuleMethod,
  execTransactionFromModuleReturnDataMethod,
} from './calldata/modules.js'
import { execTransactionMethod } from './calldata/safe.js'
import {
  type CallNode,
  type CallTree,
  getArguments,
  type MethodReading,
} from './callTree.js'
import type { Intent, IntentMeaning, Refund } from './intent.js'
import { nativeAmount } from './intentAmount.js'
import { contractCall, type IntentContext } from './methodCall.js'
import { methodIntents } from './methodIntents.js'
import { multiSendMethod } from './multiSend.js'
import type { OwnerSet } from './ownerChanges.js'

/** From what the bytes are to what they are for. */
export function getIntent(tree: CallTree, context: IntentContext = {}): Intent {
  const ownerSets = new Map(
    [...(context.ownerSets ?? [])].map(([safe, { owners, threshold }]) => {
      const checksummed = owners.map((owner) => checksumAddress(owner))
      return [safe, { owners: checksummed, threshold }]
    }),
  )
  return describeNode({ context, ownerSets, whole: true }, tree.root)
}

type View = {
  readonly context: IntentContext
  /** Followed through the calls, in the order of their execution. */
  readonly ownerSets: Map<Address, OwnerSet>
  /** The node is all that a transaction of a safe does. */
  readonly whole: boolean
}

function describeNode(view: View, node: CallNode): Intent {
  const meaning = describeMeaning(view, node)
  const sendsAlong = node.value > 0n && node.operation === 0
  return {
    ...meaning,
    path: node.path,
    sent:
      sendsAlong && meaning.kind !== 'sendNative'
        ? nativeAmount(view.context, node.value)
        : undefined,
    undecodedSize: countUndecoded(node, meaning),
  }
}

/** Of a call that nobody claims to understand the size is told instead. */
function countUndecoded(
  { coverage, method }: CallNode,
  { kind }: IntentMeaning,
): number {
  if (coverage.status === 'full') return 0
  if (
    method === undefined &&
    (kind === 'unknownCall' || kind === 'delegateCall')
  )
    return 0
  return coverage.undecoded.reduce(
    (sum, { start, end }) => sum + end - start,
    0,
  )
}

function describeMeaning(view: View, node: CallNode): IntentMeaning {
  if (node.operation === 1) return describeDelegateCall(view, node)
  if (node.data === '0x') return describePlainCall(view, node)
  if (node.method?.confidence === 'exact')
    return describeReading(view, node, node.method)
  return {
    kind: 'unknownCall',
    to: node.target,
    size: sizeOf(node),
    candidates: describeCandidates(view, node),
  }
}

function describeDelegateCall(view: View, node: CallNode): IntentMeaning {
  const { method, target, from } = node
  if (method?.confidence === 'exact' && isLibrary(node.targetKind))
    return describeReading(view, node, method)
  return {
    kind: 'delegateCall',
    to: target,
    account: from,
    size: sizeOf(node),
    candidates: describeCandidates(view, node),
  }
}

/** Contracts of Safe that are made to be delegatecalled. */
function isLibrary(kind: ContractKind | undefined): boolean {
  return (
    kind === 'multiSend' ||
    kind === 'signMessageLib' ||
    kind === 'createCall' ||
    kind === 'safeMigration'
  )
}

function describePlainCall(view: View, node: CallNode): IntentMeaning {
  const { target: to, from, value } = node
  if (value > 0n)
    return { kind: 'sendNative', to, amount: nativeAmount(view.context, value) }
  if (!view.whole || from !== to) return { kind: 'emptyCall', to }
  const nonce = node.path.length === 0 ? view.context.nonce : undefined
  return { kind: 'reject', safe: to, nonce }
}

/** What the call would mean; it changes nothing for the calls after it. */
function describeCandidates(view: View, node: CallNode): readonly Intent[] {
  return (node.method?.candidates ?? []).map((reading) => {
    const ownerSets = new Map(view.ownerSets)
    const meaning = describeReading({ ...view, ownerSets }, node, reading)
    return { ...meaning, path: node.path, sent: undefined, undecodedSize: 0 }
  })
}

function describeReading(
  view: View,
  node: CallNode,
  reading: MethodReading,
): IntentMeaning {
  const { target, from } = node
  const { context, ownerSets } = view
  const isKnown = reading === node.method
  const call = { reading, target, isKnown, from, context, ownerSets }
  if (reading.id === undefined || !actsForCaller(node, reading))
    return contractCall(call)
  if (reading.id === multiSendMethod.id) return describeBatch(view, node)
  if (executingIds.includes(reading.id))
    return describeExecution(view, node, reading)
  const describe = methodIntents[reading.id]
  return describe === undefined ? contractCall(call) : describe(call)
}

/**
 * A library that is merely called acts on itself, and whatever is not a
 * library does with foreign storage nobody knows what. A batch is told either
 * way, because it names who acts.
 */
function actsForCaller(
  { operation, from, target }: CallNode,
  { id, contracts }: MethodReading,
): boolean {
  const ofLibrary = contracts.some(isLibrary)
  if (operation === 1) return ofLibrary
  return !ofLibrary || from === target || id === multiSendMethod.id
}

const executingIds: readonly string[] = [
  execTransactionMethod.id,
  execTransactionFromModuleMethod.id,
  execTransactionFromModuleReturnDataMethod.id,
]

function describeBatch(view: View, node: CallNode): IntentMeaning {
  const inner = { ...view, whole: false }
  return {
    kind: 'batch',
    actor: node.operation === 1 ? undefined : node.target,
    intents: node.children.map((child) => describeNode(inner, child)),
  }
}

function describeExecution(
  view: View,
  node: CallNode,
  reading: MethodReading,
): IntentMeaning {
  const [child] = node.children
  const viaModule = reading.id !== execTransactionMethod.id
  return {
    kind: 'executeTransaction',
    safe: node.target,
    viaModule,
    intent: child && describeNode({ ...view, whole: true }, child),
    refund: viaModule ? undefined : describeRefund(reading),
  }
}

function describeRefund(reading: MethodReading): Refund | undefined {
  const { gasPrice, gasToken, refundReceiver } = getArguments(
    reading,
    execTransactionMethod,
  )
  if (gasPrice === 0n) return undefined
  return {
    gasPrice,
    gasToken: gasToken === zeroAddress ? null : gasToken,
    receiver: refundReceiver === zeroAddress ? undefined : refundReceiver,
  }
}

function sizeOf({ data }: CallNode): number {
  return data.length / 2 - 1
}
