import type { Address, Hex } from 'viem'
import {
  type CreationEntry,
  findCreations,
  type LoggedEvent,
} from './creationEntries.js'
import type { SafeEvent, SafeEventOf } from './events.js'
import { hashSafeTransaction } from './safeTransaction.js'

/** What one transaction did, told by its logs. */
export type TransactionEntry =
  | CreationEntry
  | ExecutionEntry
  | ModuleExecutionEntry
  | UnpairedEntry
  | EventEntry

/** `execTransaction`, at the log that says how it ended. */
export type ExecutionEntry = {
  type: 'execution'
  logIndex: number
  safe: Address
  safeTxHash: Hex
  /** Unknown when a forged log contradicts another. */
  success: boolean | undefined
  /** Unknown when forged logs contradict, and in 1.0.0. */
  payment: bigint | undefined
  /** Logged before the call by L2 singletons; its hash is `safeTxHash`. */
  details: ExecutionDetails | undefined
}

export type ExecutionDetails = {
  logIndex: number
  event: SafeEventOf<'safeMultiSigTransaction'>
  /**
   * Written by SafeToL2Migration in the name of a safe that logs no details:
   * without signatures, and `sender` is its word.
   */
  synthetic: boolean
}

/** `execTransactionFromModule`, at the log that says how it ended. */
export type ModuleExecutionEntry = {
  type: 'moduleExecution'
  logIndex: number
  safe: Address
  module: Address
  success: boolean
  /**
   * Logged before the call by L2 singletons. Nothing in the logs proves it:
   * a safe with another singleton logs none, so there it is forged.
   */
  details:
    | { logIndex: number; event: SafeEventOf<'safeModuleTransaction'> }
    | undefined
}

/**
 * The announcement of a call of which no log says how it ended: forged, or
 * SafeToL2Migration's when it was not called as it assumes.
 */
export type UnpairedEntry = {
  type: 'unpaired'
  logIndex: number
  event: Opening['event']
}

/** Everything else, as it was logged. */
export type EventEntry = { type: 'event'; logIndex: number; event: SafeEvent }

type MultiSigOpening = {
  logIndex: number
  event: SafeEventOf<'safeMultiSigTransaction'>
  /** What the safe may log at the end of this call. */
  hashes: readonly Hex[]
}

type ModuleOpening = {
  logIndex: number
  event: SafeEventOf<'safeModuleTransaction'>
}

type Opening = MultiSigOpening | ModuleOpening

type Pairing = {
  chainId: number
  entries: TransactionEntry[]
  /** By safe: calls that have begun and not ended, the innermost one last. */
  stacks: Map<Address, Opening[]>
  executions: Map<string, ExecutionEntry>
}

/**
 * Pairs what safes announced with how it ended, in one transaction whose
 * decoded `logs` are given in the chain's order. Creations and SafeSetup come
 * first, because what `setup` calls is logged before it up to 1.4.1; the rest
 * follows in the order of the logs.
 */
export function pairExecutions({
  chainId,
  logs,
}: {
  chainId: number
  logs: readonly LoggedEvent[]
}): TransactionEntry[] {
  const pairing: Pairing = {
    chainId,
    entries: [],
    stacks: new Map(),
    executions: new Map(),
  }
  for (const log of logs) takeLog(pairing, log)
  for (const stack of pairing.stacks.values()) abandon(pairing, stack, 0)
  distrustSurplus(pairing.entries)
  return [
    ...findCreations(logs),
    ...logs.filter(isSetup).map(toEventEntry),
    ...pairing.entries.toSorted((a, b) => a.logIndex - b.logIndex),
  ]
}

function takeLog(pairing: Pairing, log: LoggedEvent): void {
  const { logIndex, event } = log
  switch (event.type) {
    case 'safeMultiSigTransaction': {
      const hashes = hashOpening(event, pairing)
      getStack(pairing, event.address).push({ logIndex, event, hashes })
      return
    }
    case 'safeModuleTransaction':
      getStack(pairing, event.address).push({ logIndex, event })
      return
    case 'executionSuccess':
    case 'executionFailure':
    case 'executionFailed':
      closeExecution(pairing, logIndex, event)
      return
    case 'executionFromModuleSuccess':
    case 'executionFromModuleFailure':
      closeModuleExecution(pairing, logIndex, event)
      return
    case 'proxyCreation':
    case 'proxyCreationL2':
    case 'chainSpecificProxyCreationL2':
    case 'safeSetup':
      return
    default:
      pairing.entries.push(toEventEntry(log))
  }
}

function getStack({ stacks }: Pairing, safe: Address): Opening[] {
  const stack = stacks.get(safe) ?? []
  stacks.set(safe, stack)
  return stack
}

/**
 * Versions that log an execution hash it in one of two domains, and a safe
 * older than 1.3.0 speaks of its call only through SafeToL2Migration.
 */
function hashOpening(
  event: SafeEventOf<'safeMultiSigTransaction'>,
  { chainId }: Pick<Pairing, 'chainId'>,
): Hex[] {
  const versions = isSynthetic(event)
    ? (['1.3.0', '1.1.1'] as const)
    : (['1.3.0'] as const)
  return versions.map((version) =>
    hashSafeTransaction(
      { chainId, safe: event.address, version },
      event.transaction,
    ),
  )
}

/** A safe itself executes nothing without signatures. */
function isSynthetic({
  signatures,
}: SafeEventOf<'safeMultiSigTransaction'>): boolean {
  return signatures === '0x'
}

type ExecutionEnd = SafeEventOf<
  'executionSuccess' | 'executionFailure' | 'executionFailed'
>

/**
 * A safe announces a call before anything in it can forge the announcement,
 * so of equal ones the first counts.
 */
function closeExecution(
  pairing: Pairing,
  logIndex: number,
  event: ExecutionEnd,
): void {
  const { address: safe, safeTxHash } = event
  const stack = getStack(pairing, safe)
  const index = stack.findIndex(
    (opening) => 'hashes' in opening && opening.hashes.includes(safeTxHash),
  )
  const entry: ExecutionEntry = {
    type: 'execution',
    logIndex,
    safe,
    safeTxHash,
    success: event.type === 'executionSuccess',
    payment: 'payment' in event ? event.payment : undefined,
    details: toDetails(stack[index]),
  }
  if (index !== -1) endCall(pairing, stack, index)
  keepExecution(pairing, entry)
}

function toDetails(opening: Opening | undefined): ExecutionDetails | undefined {
  if (opening === undefined || !('hashes' in opening)) return undefined
  const { logIndex, event } = opening
  return { logIndex, event, synthetic: isSynthetic(event) }
}

/** A hash holds a nonce, so a second end of one is forged, or the first was. */
function keepExecution(pairing: Pairing, entry: ExecutionEntry): void {
  const key = `${entry.safe} ${entry.safeTxHash}`
  const known = pairing.executions.get(key)
  if (known === undefined) {
    pairing.executions.set(key, entry)
    pairing.entries.push(entry)
    return
  }
  if (known.success !== entry.success) known.success = undefined
  if (known.payment !== entry.payment) known.payment = undefined
  known.details ??= entry.details
}

function closeModuleExecution(
  pairing: Pairing,
  logIndex: number,
  event: SafeEventOf<
    'executionFromModuleSuccess' | 'executionFromModuleFailure'
  >,
): void {
  const { address: safe, module } = event
  const stack = getStack(pairing, safe)
  const index = stack.findLastIndex(
    (opening) => 'module' in opening.event && opening.event.module === module,
  )
  pairing.entries.push({
    type: 'moduleExecution',
    logIndex,
    safe,
    module,
    success: event.type === 'executionFromModuleSuccess',
    details: toModuleDetails(stack[index]),
  })
  if (index !== -1) endCall(pairing, stack, index)
}

function toModuleDetails(
  opening: Opening | undefined,
): ModuleExecutionEntry['details'] {
  return opening === undefined || 'hashes' in opening ? undefined : opening
}

/** Calls inside of one that has ended have ended too, or never were. */
function endCall(pairing: Pairing, stack: Opening[], index: number): void {
  abandon(pairing, stack, index + 1)
  stack.pop()
}

function abandon(pairing: Pairing, stack: Opening[], from: number): void {
  for (const { logIndex, event } of stack.splice(from))
    pairing.entries.push({ type: 'unpaired', logIndex, event })
}

/**
 * A safe ends every call of a module that it announced. If one is left over,
 * some announcement is forged and nothing says which.
 */
function distrustSurplus(entries: readonly TransactionEntry[]): void {
  const surplus = new Set(
    entries.flatMap((entry) =>
      entry.type === 'unpaired' && 'module' in entry.event
        ? [`${entry.event.address} ${entry.event.module}`]
        : [],
    ),
  )
  for (const entry of entries)
    if (
      entry.type === 'moduleExecution' &&
      surplus.has(`${entry.safe} ${entry.module}`)
    )
      entry.details = undefined
}

function isSetup({ event }: LoggedEvent): boolean {
  return event.type === 'safeSetup'
}

function toEventEntry({ logIndex, event }: LoggedEvent): EventEntry {
  return { type: 'event', logIndex, event }
}
