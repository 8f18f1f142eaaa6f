import {
  createCallLibraries,
  decodeMultiSend,
  findDeploymentByAddress,
  hashSafeTransaction,
  migrations,
  multiSendMethod,
  multiSends,
  type SafeTransaction,
  signMessageLibraries,
} from '@covault/protocol'
import { type Address, getAddress, type Hex, zeroAddress } from 'viem'
import { getTransactions } from '../chain/blocks.js'
import { readNoncesUsed } from '../chain/readNonces.js'
import type { RpcEndpoint } from '../chain/rpcEndpoint.js'
import { type CallFrame, traceTransaction } from '../chain/trace.js'
import {
  type ChainRows,
  type Execution,
  emptyRows,
  type ModuleExecution,
  type Place,
  type TransactionFields,
} from '../store/chainRows.js'
import type { Details } from '../store/database.js'
import { type Activity, isTokenEvent } from './activity.js'
import {
  type ExecutionClaim,
  listHashRules,
  type ModuleClaim,
  readClaims,
} from './claims.js'
import { readProofs } from './proofs.js'
import { findCalls, readModuleCall } from './unpackCalls.js'

export type KnownState = { version: string | null; nonce: bigint }

export type InterpretContext = {
  chainId: number
  rpc: RpcEndpoint
  /** Of each safe at or after the activities: no nonce from there on was used. */
  states: ReadonlyMap<Address, KnownState>
  /** How many nonces each safe used in a block, where that is known already. */
  noncesUsed: NoncesUsed
  findProposals(hashes: readonly Hex[]): Promise<Map<Hex, TransactionFields>>
}

/** By `<safe>:<block number>`. */
export type NoncesUsed = ReadonlyMap<string, bigint>

export type Interpretation = {
  rows: ChainRows
  /** Places of logs that the chain's state contradicts. */
  forged: Set<string>
}

/**
 * From what logs claim to what is reported. A safe's logs are its own words
 * as long as it ran only code that is known; after a delegatecall into other
 * code each of them has to be proven by calldata, a trace or the state.
 */
export async function interpret(
  context: InterpretContext,
  activities: readonly Activity[],
): Promise<Interpretation> {
  const result: Interpretation = { rows: emptyRows(), forged: new Set() }
  const cases = activities.map((activity) => openCase(context, activity))
  await recoverFromProposals(context, cases)
  await recoverFromCalldata(context, cases)
  await recoverFromTraces(context, cases)
  const noncesUsed = await completeNoncesUsed(context, cases)
  rejectSurplus(noncesUsed, cases, result)
  await rejectUnproven(context, cases, result)
  for (const opened of cases) report(opened, result)
  return result
}

type OpenExecution = ExecutionClaim & {
  details: Details
  fields: TransactionFields | null
  executor: Address | null
  signatures: Hex | null
  rejected: boolean
}

type OpenModule = ModuleClaim & {
  details: ModuleExecution['details']
  call: ModuleExecution['call']
  rejected: boolean
}

/** One activity on its way to rows. */
type Case = {
  activity: Activity
  state: KnownState
  executions: OpenExecution[]
  modules: OpenModule[]
  frames: CallFrame[] | undefined
  rejected: Set<Place>
}

function openCase(context: InterpretContext, activity: Activity): Case {
  const state = context.states.get(activity.safe) ?? {
    version: null,
    nonce: 1n << 64n,
  }
  const claims = readClaims(activity, context.chainId)
  return {
    activity,
    state,
    frames: undefined,
    rejected: new Set(),
    executions: claims.executions.map((claim) => ({
      ...claim,
      details: claim.announced ? 'log' : 'unavailable',
      fields: claim.announced?.fields ?? null,
      executor: claim.announced?.sender ?? null,
      signatures: claim.announced?.signatures ?? null,
      rejected: false,
    })),
    modules: claims.modules.map((claim) => ({
      ...claim,
      details: claim.announced ? 'log' : 'unavailable',
      call: claim.announced,
      rejected: false,
    })),
  }
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
    for (const { safe, module, call, depth } of found.moduleCalls) {
      if (safe !== opened.activity.safe) continue
      const details = depth === 0 ? 'calldata' : 'batch'
      settleModule(opened, { module, call, details })
    }
  }
}

function lacksDetails({ executions, modules }: Case): boolean {
  return (
    executions.some(({ executor }) => executor === null) ||
    modules.some(({ call }) => call === null)
  )
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

function isCertain(details: Details): boolean {
  return details === 'calldata' || details === 'batch' || details === 'trace'
}

/** Where logs may be forged, the nonces before and after the block are asked for. */
async function completeNoncesUsed(
  { rpc, noncesUsed }: InterpretContext,
  cases: readonly Case[],
): Promise<NoncesUsed> {
  const doubtful = cases
    .filter((opened) => opened.executions.length > 0 && mayBeForged(opened))
    .map(({ activity }) => activity)
    .filter((activity) => !noncesUsed.has(toBlockKey(activity)))
  const answers = await readNoncesUsed(rpc, doubtful)
  const found = doubtful.flatMap((activity, index) => {
    const used = answers[index]
    return used === undefined ? [] : [[toBlockKey(activity), used] as const]
  })
  return new Map([...noncesUsed, ...found])
}

function toBlockKey(place: { safe: Address; blockNumber: bigint }): string {
  return `${place.safe}:${place.blockNumber}`
}

/**
 * A used nonce is one execution. Where more are claimed than nonces were
 * used, or one at a nonce that was not, the worst founded are forgeries.
 */
function rejectSurplus(
  noncesUsed: NoncesUsed,
  cases: readonly Case[],
  result: Interpretation,
): void {
  const taken = new Set<string>()
  const left = new Map(noncesUsed)
  const claims = cases
    .flatMap((opened) =>
      opened.executions.map((execution) => ({ opened, execution })),
    )
    .sort((a, b) => compareEvidence(a.execution, b.execution))
  for (const { opened, execution } of claims) {
    const { activity, state } = opened
    const block = toBlockKey(activity)
    const unused = left.get(block) ?? guessUnused(opened, execution)
    const nonce = execution.fields?.nonce
    const keys = [
      execution.safeTxHash,
      ...(nonce === undefined ? [] : [`${activity.safe} ${nonce}`]),
    ]
    const impossible =
      unused <= 0n ||
      (nonce !== undefined && nonce >= state.nonce) ||
      keys.some((key) => taken.has(key))
    if (impossible) {
      execution.rejected = true
      result.forged.add(toKey(execution.place))
      continue
    }
    if (left.has(block)) left.set(block, unused - 1n)
    for (const key of keys) taken.add(key)
  }
}

/**
 * Without the nonces: a transaction that may forge is believed only what
 * calldata or a trace proves, or else its first announcement.
 */
function guessUnused(opened: Case, execution: OpenExecution): bigint {
  if (!mayBeForged(opened) || isCertain(execution.details)) return 1n
  const isProven = opened.executions.some(({ details }) => isCertain(details))
  const [first] = opened.executions
    .filter(({ announced }) => announced !== null)
    .sort(compareEvidence)
  return !isProven && (first === undefined || first === execution) ? 1n : 0n
}

/** Best founded first; among announcements the first, which encloses the others. */
function compareEvidence(a: OpenExecution, b: OpenExecution): number {
  const rank = ({ details }: OpenExecution) =>
    isCertain(details) ? 0 : evidence.indexOf(details) + 1
  return (
    rank(a) - rank(b) ||
    Number(a.place.blockNumber - b.place.blockNumber) ||
    (a.announced?.logIndex ?? a.place.logIndex) -
      (b.announced?.logIndex ?? b.place.logIndex)
  )
}

const evidence: readonly Details[] = ['log', 'proposal', 'unavailable']

async function rejectUnproven(
  context: InterpretContext,
  cases: readonly Case[],
  result: Interpretation,
): Promise<void> {
  for (const opened of cases) {
    if (!mayBeForged(opened)) continue
    const isProven = await readProofs(context.rpc, opened)
    for (const module of opened.modules)
      if (!isCertain(module.details) && !isProven(module.place)) {
        module.rejected = true
        result.forged.add(toKey(module.place))
      }
    for (const { place, event } of opened.activity.events)
      if (!event.type.startsWith('executionFrom') && !isProven(place)) {
        opened.rejected.add(place)
        result.forged.add(toKey(place))
      }
  }
}

const trustedLibraries = [
  ...signMessageLibraries,
  ...createCallLibraries,
  ...migrations,
]

/** Whether the safe ran code in its own name that nobody knows. */
function mayBeForged({ activity, executions, modules }: Case): boolean {
  const calls = [
    ...executions.map(({ fields }) => fields),
    ...modules.map(({ call }) => call),
  ]
  const setup = activity.events.find(({ event }) => event.type === 'safeSetup')
  if (
    setup?.event.type === 'safeSetup' &&
    setup.event.initializer !== zeroAddress &&
    !isTrusted(setup.event.initializer)
  )
    return true
  return calls.some((call) => call !== null && runsUnknownCode(call))
}

function runsUnknownCode(call: {
  to: Address
  data: Hex
  operation: number
}): boolean {
  if (call.operation === 0 || isTrusted(call.to)) return false
  if (!findDeploymentByAddress(multiSends, call.to)) return true
  return (readBatch(call.data) ?? []).some(runsUnknownCode)
}

function isTrusted(address: Address): boolean {
  return findDeploymentByAddress(trustedLibraries, address) !== undefined
}

function readBatch(data: Hex) {
  if (data.slice(0, 10).toLowerCase() !== multiSendMethod.selector)
    return undefined
  try {
    return decodeMultiSend(data)
  } catch {
    return undefined
  }
}

function toKey({ blockNumber, logIndex }: Place): string {
  return `${blockNumber}:${logIndex}`
}

function report(opened: Case, { rows }: Interpretation): void {
  const { activity } = opened
  const { safe } = activity
  const executions = opened.executions.filter(({ rejected }) => !rejected)
  const modules = opened.modules.filter(({ rejected }) => !rejected)
  const solicited = executions.length + modules.length > 0
  for (const execution of executions) reportExecution(safe, execution, { rows })
  for (const module of modules) reportModule(safe, module, { rows, executions })
  for (const { place, event } of activity.events) {
    if (opened.rejected.has(place)) continue
    if (event.type === 'approveHash')
      rows.approvals.push({
        ...place,
        safe,
        hash: event.approvedHash,
        owner: event.owner,
      })
    if (event.type === 'signMessage')
      rows.signedMessages.push({ ...place, safe, hash: event.messageHash })
    if (event.type === 'safeReceived' || isTokenEvent(event))
      for (const transfer of toTransfers(safe, place, event))
        addTransfer(rows, { ...transfer, solicited })
  }
}

type Moved = Omit<ChainRows['transfers'][number], 'solicited'>

/** Transfers of a transaction the safe itself made are told by that item. */
function addTransfer(
  rows: ChainRows,
  transfer: ChainRows['transfers'][number],
): void {
  rows.transfers.push(transfer)
  if (transfer.solicited) return
  rows.timeline.push({
    safe: transfer.safe,
    place: transfer,
    orderKey: BigInt(transfer.logIndex) * 4096n + BigInt(transfer.leg),
    kind: 'transfer',
    ref: `${transfer.logIndex}:${transfer.leg}`,
  })
}

function toTransfers(
  safe: Address,
  place: Place,
  event: Activity['events'][number]['event'],
): Moved[] {
  const base = { ...place, safe, leg: 0, tokenId: null }
  if (event.type === 'safeReceived')
    return [
      {
        ...base,
        kind: 'native',
        direction: 'in',
        from: event.sender,
        to: safe,
        token: null,
        amount: event.value,
      },
    ]
  if (!isTokenEvent(event)) return []
  const { from, to, address: token } = event
  // A transfer to itself is one that goes out.
  const direction = from === safe ? 'out' : 'in'
  const moved = { ...base, direction, from, to, token } as const
  if (event.type === 'erc20Transfer')
    return [{ ...moved, kind: 'erc20', amount: event.value }]
  if (event.type === 'erc721Transfer')
    return [{ ...moved, kind: 'erc721', tokenId: event.tokenId, amount: 1n }]
  return event.items.map(({ id, value }, leg) => ({
    ...moved,
    leg,
    kind: 'erc1155',
    tokenId: id,
    amount: value,
  }))
}

function reportExecution(
  safe: Address,
  execution: OpenExecution,
  { rows }: { rows: ChainRows },
): void {
  const { place, safeTxHash, success, payment, details, fields } = execution
  const row: Execution = {
    ...place,
    safe,
    safeTxHash,
    success,
    payment,
    details,
    fields,
    executor: execution.executor,
    signatures: execution.signatures,
    threshold: execution.announced?.threshold ?? null,
  }
  rows.executions.push(row)
  rows.timeline.push({
    safe,
    place,
    orderKey: fields ? -fields.nonce : -BigInt(place.logIndex),
    kind: 'multisig',
    ref: safeTxHash,
  })
  if (success && fields) addNativeLegs(rows, { safe, place, call: fields })
}

function reportModule(
  safe: Address,
  { place, module, success, details, call }: OpenModule,
  { rows, executions }: { rows: ChainRows; executions: OpenExecution[] },
): void {
  rows.moduleExecutions.push({ ...place, safe, module, success, details, call })
  if (executions.length === 0)
    rows.timeline.push({
      safe,
      place,
      orderKey: BigInt(place.logIndex),
      kind: 'module',
      ref: `${place.logIndex}:0`,
    })
  if (success && call) addNativeLegs(rows, { safe, place, call })
}

type NativeCall = { to: Address; value: bigint; data: Hex; operation: number }

/** Native currency leaves no log: the call says it, or each call of a batch. */
function addNativeLegs(
  rows: ChainRows,
  parameters: { safe: Address; place: Place; call: NativeCall },
): void {
  const { safe, place, call } = parameters
  const legs = listPayments(safe, call)
  for (const [index, { to, value }] of legs.entries())
    rows.transfers.push({
      ...place,
      safe,
      leg: index + 1,
      kind: 'native',
      direction: 'out',
      from: safe,
      to,
      token: null,
      tokenId: null,
      amount: value,
      solicited: true,
    })
}

function listPayments(safe: Address, call: NativeCall): NativeCall[] {
  if (call.operation === 0) return call.value > 0n ? [call] : []
  if (!findDeploymentByAddress(multiSends, call.to)) return []
  return (readBatch(call.data) ?? []).flatMap((leg) =>
    // MultiSend 1.5.0 reads the zero address as the safe itself.
    listPayments(safe, leg.to === zeroAddress ? { ...leg, to: safe } : leg),
  )
}
