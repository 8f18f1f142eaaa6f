import type { EndpointWire, getTransactionHistory } from '@covault/api'
import { tellsPayments } from '@covault/protocol'
import type { Address, Hex } from 'viem'
import type { StoredCreation } from '../store/creations.js'
import type { Fee } from '../store/fees.js'
import type { ModuleTransaction } from '../store/moduleTransactions.js'
import type { MovementSum } from '../store/movementSums.js'
import type { TimelineEntry } from '../store/timeline.js'
import type { MultisigTransaction } from '../store/transactionRows.js'
import type { StoredTransfer } from '../store/transferReads.js'
import { toContractInfo, toContractInfoOrNull } from './addressInfo.js'
import { type ChainBook, listTargets } from './chainBook.js'
import { describeCreation } from './humanDescription.js'
import { toBatch, toFee, toRefund, toSums } from './movement.js'
import { writeCreationId } from './transactionId.js'
import type { TransactionInfoWire } from './transactionInfo.js'
import {
  type Reading,
  type SummaryWire,
  toItem,
  toModuleSummary,
  toMultisigSummary,
  toTransferSummary,
} from './transactionSummary.js'

type HistoryItemWire = EndpointWire<
  typeof getTransactionHistory
>['results'][number]

export type HistoryFilter = { trusted: boolean; imitation: boolean }

/** What the entries of a timeline represent. */
export type TimelineRows = {
  multisig: ReadonlyMap<Hex, MultisigTransaction>
  modules: readonly ModuleTransaction[]
  moduleFees: ReadonlyMap<Hex, Fee>
  transfers: readonly StoredTransfer[]
  creation: StoredCreation | undefined
  /** What executions moved. */
  sums: readonly MovementSum[]
}

/** The summaries of entries of the timeline, without those the filter drops. */
export function toSummaries(
  reading: Reading,
  parameters: {
    entries: readonly TimelineEntry[]
    rows: TimelineRows
    filter: HistoryFilter
  },
): { entry: TimelineEntry; summary: SummaryWire }[] {
  const { entries, ...rest } = parameters
  return entries.flatMap((entry) => {
    const summary = toSummary(reading, { entry, ...rest })
    return summary ? [{ entry, summary }] : []
  })
}

function toSummary(
  reading: Reading,
  parameters: {
    entry: TimelineEntry
    rows: TimelineRows
    filter: HistoryFilter
  },
): SummaryWire | undefined {
  const { book } = reading
  const { entry, rows, filter } = parameters
  const { kind, ref, blockNumber } = entry
  if (kind === 'multisig') {
    const transaction = rows.multisig.get(ref as Hex)
    if (!transaction) return undefined
    const { execution, fields, safe } = transaction
    const sums = execution ? findSums(rows, execution) : []
    return {
      ...toMultisigSummary(reading, transaction),
      ...(execution && {
        movements: toSums(book, sums),
        refund: toRefund(book, sums),
        batch: toBatch(safe, fields, sums),
        fee: execution.fee && toFee(execution.fee),
        ...(execution.success && toUnknown(fields)),
      }),
    }
  }
  const { logIndex, leg } = readLogPlace(ref)
  const isHere = (row: { blockNumber: bigint; logIndex: number }) =>
    row.blockNumber === blockNumber && row.logIndex === logIndex
  if (kind === 'module') {
    const transaction = rows.modules.find(isHere)
    if (!transaction) return undefined
    const fee = rows.moduleFees.get(transaction.txHash)
    const sums = findSums(rows, transaction)
    return {
      ...toModuleSummary(book, transaction),
      movements: toSums(book, sums),
      batch: toBatch(transaction.safe, transaction.call, sums),
      fee: fee ? toFee(fee) : null,
      ...(transaction.success && toUnknown(transaction.call)),
    }
  }
  if (kind === 'creation')
    return rows.creation && toCreationSummary(rows.creation)
  const transfer = rows.transfers.find((row) => isHere(row) && row.leg === leg)
  return transfer && isWanted(book, transfer, filter)
    ? toTransferSummary(book, transfer)
    : undefined
}

/** Also of what the chain tells only that it was executed. */
function toUnknown(
  call: Parameters<typeof tellsPayments>[0] | null,
): { movementsUnknown: true } | undefined {
  return call && tellsPayments(call) ? undefined : { movementsUnknown: true }
}

function findSums(
  { sums }: TimelineRows,
  { blockNumber, logIndex }: { blockNumber: bigint; logIndex: number },
): readonly MovementSum[] {
  return sums.filter(
    (sum) => sum.blockNumber === blockNumber && sum.causeLog === logIndex,
  )
}

/** Where a log stands in its block, as an entry refers to it. */
export function readLogPlace(ref: string): { logIndex: number; leg: number } {
  const [logIndex = 0, leg = 0] = ref.split(':').map(Number)
  return { logIndex, leg }
}

/** Whose names and kinds the summaries need. */
export function listPages({
  multisig,
  modules,
  transfers,
  sums,
}: TimelineRows): Address[] {
  return [
    ...sums.flatMap(({ token }) => token ?? []),
    ...[...multisig.values()].flatMap(({ fields }) =>
      fields ? listTargets(fields) : [],
    ),
    ...modules.flatMap(({ call }) => (call ? listTargets(call) : [])),
    ...transfers.flatMap(({ token }) => (token ? [token] : [])),
  ]
}

/** Only tokens can be worthless; anyone who sends them pays nothing. */
function isWanted(
  book: ChainBook,
  { kind, amount, token, imitation }: StoredTransfer,
  filter: HistoryFilter,
): boolean {
  if (imitation && !filter.imitation) return false
  if (kind !== 'erc20' || !token) return true
  if (amount === 0n) return false
  return !filter.trusted || book.findToken(token)?.trusted === true
}

export function toCreationSummary(creation: StoredCreation): SummaryWire {
  return {
    id: writeCreationId(creation.safe),
    txHash: creation.txHash,
    timestamp: creation.createdAt.getTime(),
    txStatus: 'SUCCESS',
    txInfo: toCreationInfo(creation),
    executionInfo: null,
    safeAppInfo: null,
    note: null,
  }
}

export function toCreationInfo(creation: StoredCreation): TransactionInfoWire {
  const { creator, txHash, singleton, factory, saltNonce } = creation
  return {
    type: 'Creation',
    humanDescription: describeCreation(creator),
    creator: toContractInfo(creator),
    transactionHash: txHash,
    implementation: toContractInfoOrNull(singleton),
    factory: toContractInfoOrNull(factory),
    saltNonce: saltNonce === null ? null : String(saltNonce),
  }
}

/** Puts a label before the first item of every day. */
export function withDateLabels(
  summaries: readonly SummaryWire[],
  toDay: (time: number) => string,
): HistoryItemWire[] {
  let last: string | undefined
  return summaries.flatMap((summary): HistoryItemWire[] => {
    const { timestamp } = summary
    const day = toDay(timestamp)
    if (day === last) return [toItem(summary)]
    last = day
    return [{ type: 'DATE_LABEL', timestamp }, toItem(summary)]
  })
}
