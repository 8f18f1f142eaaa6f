import type { EndpointWire, getTransactionHistory } from '@covault/api'
import type { Address, Hex } from 'viem'
import type { Context } from '../context.js'
import { InputFailure, RuleFailure } from '../failures.js'
import { readCreation, type StoredCreation } from '../store/creations.js'
import {
  type ModuleTransaction,
  readModuleTransactionsAt,
} from '../store/moduleTransactions.js'
import type { StoredState } from '../store/safeStates.js'
import type { TimelineEntry } from '../store/timeline.js'
import {
  type MultisigTransaction,
  readTransactions,
} from '../store/transactions.js'
import { readTransfersAt, type StoredTransfer } from '../store/transferReads.js'
import { toContractInfo, toContractInfoOrNull } from './addressInfo.js'
import { type ChainBook, listTargets, openBook } from './chainBook.js'
import { writeCreationId } from './transactionId.js'
import type { TransactionInfoWire } from './transactionInfo.js'
import {
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

type Found = {
  multisig: ReadonlyMap<Hex, MultisigTransaction>
  modules: readonly ModuleTransaction[]
  transfers: readonly StoredTransfer[]
  creation: StoredCreation | undefined
}

/** The summaries of rows of the timeline, without those the filter drops. */
export async function toSummaries(
  context: Context,
  parameters: {
    chainId: number
    state: StoredState
    entries: readonly TimelineEntry[]
    filter: HistoryFilter
  },
): Promise<SummaryWire[]> {
  const { chainId, state, entries, filter } = parameters
  if (entries.length === 0) return []
  const found = await readAll(context, { ...parameters, safe: state.safe })
  const book = await openBook(context, { chainId, addresses: listPages(found) })
  const reading = { config: context.config, book, state, now: Date.now() }
  return entries.flatMap((entry) => {
    const { kind, ref, blockNumber } = entry
    if (kind === 'multisig') {
      const transaction = found.multisig.get(ref as Hex)
      return transaction ? [toMultisigSummary(reading, transaction)] : []
    }
    const [logIndex = 0, leg = 0] = ref.split(':').map(Number)
    const isHere = (row: { blockNumber: bigint; logIndex: number }) =>
      row.blockNumber === blockNumber && row.logIndex === logIndex
    if (kind === 'module') {
      const transaction = found.modules.find(isHere)
      return transaction ? [toModuleSummary(book, transaction)] : []
    }
    if (kind === 'creation')
      return found.creation ? [toCreationSummary(found.creation)] : []
    const transfer = found.transfers.find(
      (row) => isHere(row) && row.leg === leg,
    )
    return transfer && isWanted(book, transfer, filter)
      ? [toTransferSummary(book, transfer)]
      : []
  })
}

async function readAll(
  { store }: Context,
  parameters: {
    chainId: number
    safe: Address
    entries: readonly TimelineEntry[]
  },
): Promise<Found> {
  const { chainId, safe, entries } = parameters
  const of = (kind: TimelineEntry['kind']) =>
    entries.filter((entry) => entry.kind === kind)
  const places = (kind: TimelineEntry['kind']) =>
    of(kind).map(({ blockNumber, ref }) => {
      const [logIndex = 0, leg = 0] = ref.split(':').map(Number)
      return { blockNumber, logIndex, leg }
    })
  const [multisig, modules, transfers, creation] = await Promise.all([
    readTransactions(store, {
      chainId,
      hashes: of('multisig').map(({ ref }) => ref as Hex),
    }),
    readModuleTransactionsAt(store, { chainId, places: places('module') }),
    readTransfersAt(store, { chainId, safe, places: places('transfer') }),
    of('creation').length > 0
      ? readCreation(store, { chainId, safe })
      : undefined,
  ])
  return { multisig, modules, transfers, creation }
}

/** Whose names and kinds the summaries need. */
function listPages({ multisig, modules, transfers }: Found): Address[] {
  return [
    ...[...multisig.values()].flatMap(({ fields }) =>
      fields ? listTargets(fields) : [],
    ),
    ...modules.flatMap(({ call }) => (call ? listTargets(call) : [])),
    ...transfers.flatMap(({ token }) => (token ? [token] : [])),
  ]
}

/** Only tokens can be worthless; whoever sends them pays nothing. */
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
    humanDescription: null,
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

/** The calendar day of a moment, where the reader lives. */
export function readCalendar(query: {
  timezone?: string | undefined
  timezone_offset?: string | undefined
}): (time: number) => string {
  const { timezone, timezone_offset: offset } = query
  if (timezone) {
    const format = openCalendar(timezone)
    return (time) => format.format(time)
  }
  const shift = readOffset(offset ?? '0')
  return (time) => new Date(time + shift).toISOString().slice(0, 10)
}

/** Milliseconds; older clients tell their zone by it. */
function readOffset(text: string): number {
  if (/^-?[0-9]{1,9}$/.test(text)) return Number(text)
  throw new RuleFailure('Validation failed (numeric string is expected)', {
    status: 400,
    named: true,
  })
}

function openCalendar(timeZone: string): Intl.DateTimeFormat {
  const known = calendars.get(timeZone)
  if (known) return known
  try {
    const format = new Intl.DateTimeFormat('en-CA', { timeZone })
    // There are some hundred zones, but any spelling of them is taken.
    if (calendars.size < 1_000) calendars.set(timeZone, format)
    return format
  } catch {
    throw new InputFailure({
      code: 'custom',
      path: ['timezone'],
      message: 'Invalid Timezone',
    })
  }
}

const calendars = new Map<string, Intl.DateTimeFormat>()
