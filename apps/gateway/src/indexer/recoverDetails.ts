import { hashSafeTransaction, type SafeTransaction } from '@covault/protocol'
import { type Address, getAddress, type Hex } from 'viem'
import { getTransactions } from '../chain/blocks.js'
import { traceTransaction } from '../chain/trace.js'
import type { ModuleExecution } from '../store/chainRows.js'
import {
  type Case,
  type InterpretContext,
  isCertain,
  lacksDetails,
  type OpenExecution,
} from './cases.js'
import { listHashRules } from './claims.js'
import { mayBeForged } from './unknownCode.js'
import { findCalls, readModuleCall } from './unpackCalls.js'

/**
 * What logs left out, from the cheapest source that has it: a proposal, the
 * calldata of the transaction, a trace. Of an execution only what reproduces
 * its hash is believed.
 */
export async function recoverDetails(
  context: InterpretContext,
  cases: readonly Case[],
): Promise<void> {
  await recoverFromProposals(context, cases)
  await recoverFromCalldata(context, cases)
  await recoverFromTraces(context, cases)
}

async function recoverFromProposals(
  context: InterpretContext,
  cases: readonly Case[],
): Promise<void> {
  const missing = cases.flatMap(({ executions }) =>
    executions.filter(({ fields }) => fields === null),
  )
  if (missing.length === 0) return
  const proposals = await context.findProposals(
    missing.map(({ safeTxHash }) => safeTxHash),
  )
  for (const execution of missing) {
    const fields = proposals.get(execution.safeTxHash)
    if (!fields) continue
    execution.fields = fields
    execution.details = 'proposal'
  }
}

/**
 * Calldata is asked for where a log did not say everything (the executor and
 * the signatures of a proposal), and where logs need proof.
 */
async function recoverFromCalldata(
  context: InterpretContext,
  cases: readonly Case[],
): Promise<void> {
  const wanted = cases.filter(
    (opened) => lacksDetails(opened) || mayBeForged(opened),
  )
  const hashes = [...new Set(wanted.map(({ activity }) => activity.txHash))]
  const transactions = await getTransactions(context.rpc, hashes)
  for (const opened of wanted) {
    const transaction = transactions.get(opened.activity.txHash)
    if (!transaction?.to) continue
    const found = findCalls({
      from: getAddress(transaction.from),
      to: getAddress(transaction.to),
      input: transaction.input,
    })
    for (const { safe, caller, call, depth } of found.executions) {
      if (safe !== opened.activity.safe) continue
      settleExecution(context, opened, {
        call: call.transaction,
        signatures: call.signatures,
        executor: caller,
        details: depth === 0 ? 'calldata' : 'batch',
      })
    }
    const operations: NonNullable<ModuleExecution['call']>[] = []
    for (const { safe, module, call, depth } of found.moduleCalls) {
      if (safe !== opened.activity.safe) continue
      const details = depth === 0 ? 'calldata' : 'batch'
      if (module) settleModule(opened, { module, call, details })
      else operations.push(call)
    }
    settleOperations(opened, operations)
  }
}

async function recoverFromTraces(
  context: InterpretContext,
  cases: readonly Case[],
): Promise<void> {
  for (const opened of cases) {
    if (!lacksDetails(opened) && !mayBeForged(opened)) continue
    const { safe, txHash } = opened.activity
    opened.frames = await traceTransaction(context.rpc, txHash)
    for (const frame of opened.frames ?? []) {
      // A proxy hands its calls on by delegatecall: those are echoes.
      if (frame.type !== 'CALL' || frame.to !== safe) continue
      const found = findCalls(frame)
      const [execution] = found.executions
      if (execution?.depth === 0)
        settleExecution(context, opened, {
          call: execution.call.transaction,
          signatures: execution.call.signatures,
          executor: frame.from,
          details: 'trace',
        })
      const call = readModuleCall(frame.input)
      if (call)
        settleModule(opened, { module: frame.from, call, details: 'trace' })
    }
  }
}

/** Gives an unsettled execution what reproduces its hash. */
function settleExecution(
  context: InterpretContext,
  opened: Case,
  found: {
    call: Omit<SafeTransaction, 'nonce'>
    signatures: Hex
    executor: Address
    details: 'calldata' | 'batch' | 'trace'
  },
): void {
  const open = opened.executions.filter(({ details }) => !isCertain(details))
  const match = findByHash(context, opened, open, found.call)
  if (!match) return
  match.execution.fields = { ...found.call, nonce: match.nonce }
  match.execution.details = found.details
  match.execution.executor = found.executor
  match.execution.signatures = found.signatures
}

function findByHash(
  context: InterpretContext,
  opened: Case,
  open: readonly OpenExecution[],
  call: Omit<SafeTransaction, 'nonce'>,
): { execution: OpenExecution; nonce: bigint } | undefined {
  const wanted = new Map(open.map((entry) => [entry.safeTxHash, entry]))
  if (wanted.size === 0) return undefined
  const { safe } = opened.activity
  for (const version of listHashRules(opened.state.version))
    for (const nonce of guessNonces(opened)) {
      const domain = { chainId: context.chainId, safe, version }
      const hash = hashSafeTransaction(domain, { ...call, nonce })
      const execution = wanted.get(hash)
      if (execution) return { execution, nonce }
    }
  return undefined
}

/** Hashing every nonce a busy safe ever used would take minutes. */
const mostGuesses = 20_000n

function* guessNonces(opened: Case): Generator<bigint> {
  for (const { fields } of opened.executions) if (fields) yield fields.nonce
  const { nonce: next } = opened.state
  const lowest = next > mostGuesses ? next - mostGuesses : 0n
  for (let nonce = next - 1n; nonce >= lowest; nonce--) yield nonce
}

function settleModule(
  opened: Case,
  found: {
    module: Address
    call: NonNullable<ModuleExecution['call']>
    details: 'calldata' | 'batch' | 'trace'
  },
): void {
  const match = opened.modules.find(
    ({ module, details, call }) =>
      module === found.module &&
      !isCertain(details) &&
      (call === null || isSameCall(call, found.call)),
  )
  if (!match) return
  match.call = found.call
  match.details = found.details
}

/**
 * A user operation that fails leaves no log: which one a log belongs to is
 * certain only where there are as many of them, and no log may be forged.
 */
function settleOperations(
  opened: Case,
  operations: readonly NonNullable<ModuleExecution['call']>[],
): void {
  const open = opened.modules.filter(({ call }) => call === null)
  if (open.length !== operations.length || mayBeForged(opened)) return
  for (const [index, module] of open.entries()) {
    module.call = operations[index] ?? null
    module.details = 'batch'
  }
}

function isSameCall(
  a: NonNullable<ModuleExecution['call']>,
  b: NonNullable<ModuleExecution['call']>,
): boolean {
  return (
    a.to === b.to &&
    a.value === b.value &&
    a.operation === b.operation &&
    a.data.toLowerCase() === b.data.toLowerCase()
  )
}
