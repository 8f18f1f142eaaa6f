import {
  type AssetChange,
  BaseError,
  buildSimulatedCall,
  type ContractLog,
  type CriticalStorage,
  criticalQuestions,
  decodeMultiSend,
  type Finding,
  findFailure,
  findUnexplained,
  type Intent,
  judgeOtherSlots,
  judgeStorage,
  type LoggedApproval,
  listApprovals,
  listUnnamedSlots,
  readCriticalStorage,
  type SafeTransaction,
  type StorageRow,
} from '@covault/protocol'
import { type Address, type Hex, isHex, zeroAddress } from 'viem'
import { readNativeBalance } from './accountState.js'
import { readBlock } from './block.js'
import type { ChainClient, ChainConfig } from './chainClient.js'
import { toDomain } from './domain.js'
import { readHead } from './head.js'
import { type ReadProvenance, readAt } from './provenance.js'
import type { SafeState } from './safe.js'
import { listChanges, listHoldings, toQuestion } from './simulation/balances.js'
import { listWrites } from './simulation/listWrites.js'
import {
  type SimulationMethod,
  simulationMethods,
} from './simulation/methods.js'
import { UnsupportedMethodError } from './simulation/rpc.js'
import { type Asked, askBefore, type Run } from './simulation/run.js'
import { findFailingCall } from './simulation/simulateV1.js'

/** What a transaction would do if it were executed at one block. */
export type Simulation = {
  method: SimulationMethod
  provenance: ReadProvenance
  executor: Address
  /** When it was run, in milliseconds since 1970. */
  at: number
  outcome: SimulatedOutcome
  /** Undefined: the method does not show what happens. */
  effects: Effects | undefined
  /** Undefined: the method does not show the storage, or nothing is left. */
  storage: readonly StorageRow[] | undefined
  findings: readonly Finding[]
}

export type SimulatedOutcome =
  | { status: 'success'; gasUsed: bigint | undefined }
  /** The nonce is used up and the refund is paid, but the call failed. */
  | ({ status: 'failed' } & Causes)
  | ({ status: 'reverted'; data: Hex } & Causes)

/** Why it would fail, as far as it can be found out. */
type Causes = {
  failing: FailingCall | undefined
  shortage: Shortage | undefined
}

/** The call of a batch that fails, and what it reverts with. */
export type FailingCall = { path: readonly number[]; data: Hex }

/** Of the native currency: the calls send more than the safe holds. */
export type Shortage = { balance: bigint; sent: bigint }

export type Effects = {
  changes: readonly AssetChange[]
  /** Undefined: the method shows balances alone. */
  logs: readonly ContractLog[] | undefined
  approvals: readonly LoggedApproval[]
}

/**
 * Runs a transaction on the reader's own endpoint, before anybody has signed
 * it: first to see what happens, then once more to read the balances of those
 * it happens to, and the safe's critical storage, before and after.
 */
export async function simulateTransaction(
  client: ChainClient,
  {
    chain,
    safe,
    transaction,
    intent,
    executor,
  }: {
    chain: ChainConfig
    safe: SafeState
    transaction: SafeTransaction
    intent: Intent
    executor: Address
  },
): Promise<Simulation> {
  const { number: block } = await readHead(client, chain)
  const domain = toDomain(chain, safe)
  const asked: Asked = {
    call: buildSimulatedCall({
      domain,
      transaction,
      safe,
      executor,
      baseFee: await readBaseFee(client, { transaction, block }),
    }),
    chainId: chain.chainId,
    version: domain.version,
    transaction,
    block,
  }
  const { method, run } = await runSomehow(client, asked)
  const outcome = await describeOutcome(client, { run, asked })
  const seen = { method, executor, at: Date.now(), outcome }
  if (!run.isDone || !run.answers)
    return {
      ...seen,
      provenance: readAt(client, block),
      effects: undefined,
      storage: undefined,
      findings: findFailing(outcome),
    }
  const holdings = listHoldings({ run, intent, safe: safe.address })
  const questions = [...criticalQuestions, ...holdings.map(toQuestion)]
  const [before, after, written] = await Promise.all([
    askBefore(client, asked, questions),
    simulationMethods[method](client, asked, questions),
    listWrites(client, asked),
  ])
  if (!after.answers) throw new UnsupportedMethodError()
  const critical = {
    safe: safe.address,
    before: readCriticalStorage(before),
    after: readCriticalStorage(after.answers),
  }
  const storage = [
    ...judgeStorage({ ...critical, intent }),
    ...judgeWrites({ ...critical, asked, written, run }),
  ]
  return {
    ...seen,
    provenance: readAt(client, block),
    effects: {
      changes: listChanges({
        run,
        holdings,
        before,
        after: after.answers,
        // Anyone who names a gas price was given the means to pay it.
        payer: asked.call.gasPrice === undefined ? undefined : executor,
      }),
      logs: run.logs,
      approvals: listApprovals(run.logs ?? []),
    },
    storage,
    findings: [...findUnexplained(storage), ...findFailing(outcome)],
  }
}

function findFailing(outcome: SimulatedOutcome): Finding[] {
  const failing = outcome.status === 'success' ? undefined : outcome.failing
  return findFailure({ status: outcome.status, path: failing?.path })
}

function judgeWrites({
  asked: { call },
  written,
  run: { logs = [] },
  ...critical
}: {
  asked: Asked
  written: readonly Hex[] | undefined
  run: Run
  safe: Address
  before: CriticalStorage
  after: CriticalStorage
}): StorageRow[] {
  if (!written) return []
  const pretended = Object.keys(call.overrides[call.to]?.stateDiff ?? {})
  const slots = listUnnamedSlots({
    ...critical,
    written,
    pretended: pretended.filter((slot) => isHex(slot)),
    logs,
  })
  return [judgeOtherSlots(slots)]
}

/** Only a refund in native currency depends on it. */
async function readBaseFee(
  client: ChainClient,
  {
    transaction: { gasPrice, gasToken },
    block,
  }: { transaction: SafeTransaction; block: bigint },
): Promise<bigint> {
  if (gasPrice === 0n || gasToken !== zeroAddress) return 0n
  const { baseFeePerGas } = await readBlock(client, block)
  return baseFeePerGas
}

async function runSomehow(
  client: ChainClient,
  asked: Asked,
): Promise<{ method: SimulationMethod; run: Run }> {
  const names = Object.keys(simulationMethods) as SimulationMethod[]
  for (const method of names)
    try {
      return { method, run: await simulationMethods[method](client, asked, []) }
    } catch (error) {
      if (!isUnsupported(error)) throw error
    }
  throw new NoSimulationError({ methods: names })
}

/** The node has answered, only not with what was asked for. */
function isUnsupported(error: unknown): boolean {
  if (error instanceof UnsupportedMethodError) return true
  if (!(error instanceof Error)) return false
  const code = 'code' in error ? error.code : undefined
  const status = 'status' in error ? error.status : undefined
  return (
    typeof code === 'number' ||
    (typeof status === 'number' && status >= 400 && status < 500)
  )
}

const yes = 1n

async function describeOutcome(
  client: ChainClient,
  { run, asked }: { run: Run; asked: Asked },
): Promise<SimulatedOutcome> {
  const { isDone, returned, gasUsed } = run
  // Without answers only the inner call was run, which returns what it likes.
  const isSuccess = isDone && (!run.answers || BigInt(returned) === yes)
  if (isSuccess) return { status: 'success', gasUsed }
  const [failing, shortage] = await Promise.all([
    findFailingCallOf(client, asked),
    findShortage(client, asked),
  ])
  if (isDone) return { status: 'failed', failing, shortage }
  return { status: 'reverted', data: returned, failing, shortage }
}

/** The safe itself says only that a call failed, seldom which and why. */
async function findFailingCallOf(
  client: ChainClient,
  { call, transaction, block }: Asked,
): Promise<FailingCall | undefined> {
  const calls = listCalls(transaction)
  if (calls.length === 0) return undefined
  try {
    const found = await findFailingCall(client, { safe: call.to, calls, block })
    const isSingle = transaction.operation === 0
    return found && { path: isSingle ? [] : [found.index], data: found.data }
  } catch {
    // It is a help to the reader, and no more.
    return undefined
  }
}

/** A payment that the safe cannot make fails without a reason. */
async function findShortage(
  client: ChainClient,
  { call: { to: address }, transaction, block: blockNumber }: Asked,
): Promise<Shortage | undefined> {
  const calls = listCalls(transaction)
  const sent = calls.reduce((sum, { value }) => sum + value, 0n)
  if (sent === 0n) return undefined
  try {
    const balance = await readNativeBalance(client, { address, blockNumber })
    return balance < sent ? { balance, sent } : undefined
  } catch {
    return undefined
  }
}

function listCalls(transaction: SafeTransaction) {
  return transaction.operation === 0
    ? [transaction]
    : listBatch(transaction.data)
}

/** Undecodable batches, and those with delegatecalls, are not taken apart. */
function listBatch(data: Hex) {
  try {
    const calls = decodeMultiSend(data)
    return calls.some(({ operation }) => operation === 1) ? [] : calls
  } catch {
    return []
  }
}

export class NoSimulationError extends BaseError {
  constructor({ methods }: { methods: readonly string[] }) {
    super(
      `The RPC endpoint of this network can’t simulate: it doesn’t support ${methods.join(', ')}.`,
    )
  }
}
