import { findDeploymentByAddress, multiSends } from '@covault/protocol'
import { type Address, type Hex, zeroAddress } from 'viem'
import type { ChainRows, Execution, Place } from '../store/chainRows.js'
import { type Activity, isTokenEvent } from './activity.js'
import type { Case, OpenExecution, OpenModule } from './cases.js'
import { readBatch } from './unpackCalls.js'

/** Adds the rows of one activity, without what was rejected. */
export function reportCase(opened: Case, rows: ChainRows): void {
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
