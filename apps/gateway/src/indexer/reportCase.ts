import type { Address } from 'viem'
import type { ChainRows, Execution } from '../store/chainRows.js'
import { isTokenEvent } from './activity.js'
import type { Case, OpenExecution, OpenModule } from './cases.js'
import { findCauses, listNativeMovements, toTransfers } from './movements.js'

/** Adds the rows of one activity, without what was rejected. */
export function reportCase(opened: Case, rows: ChainRows): void {
  const { activity } = opened
  const { safe } = activity
  const executions = opened.executions.filter(({ rejected }) => !rejected)
  const modules = opened.modules.filter(({ rejected }) => !rejected)
  const causes = findCauses(safe, [...executions, ...modules])
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
        addTransfer(rows, { ...transfer, ...causes.explain(transfer) })
  }
}

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
  rows.transfers.push(...listNativeMovements(safe, execution))
}

function reportModule(
  safe: Address,
  execution: OpenModule,
  { rows, executions }: { rows: ChainRows; executions: OpenExecution[] },
): void {
  const { place, module, success, details, call } = execution
  rows.moduleExecutions.push({ ...place, safe, module, success, details, call })
  if (executions.length === 0)
    rows.timeline.push({
      safe,
      place,
      orderKey: BigInt(place.logIndex),
      kind: 'module',
      ref: `${place.logIndex}:0`,
    })
  rows.transfers.push(...listNativeMovements(safe, execution))
}
