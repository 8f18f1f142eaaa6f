import type { EndpointWire, getTransactionHistory } from '@covault/api'
import type { Address } from 'viem'
import { zeroAddress } from 'viem'
import type { Config } from '../config.js'
import type { ModuleTransaction } from '../store/moduleTransactions.js'
import type { StoredState } from '../store/safeStates.js'
import type { MultisigTransaction } from '../store/transactionRows.js'
import type { StoredTransfer } from '../store/transferReads.js'
import { toContractInfo, toPlainInfo } from './addressInfo.js'
import type { ChainBook } from './chainBook.js'
import { toSafeAppInfo } from './origin.js'
import {
  writeModuleId,
  writeMultisigId,
  writeTransferId,
} from './transactionId.js'
import {
  type TransactionInfoWire,
  toTransactionInfo,
  toTransfer,
  toTransferInfo,
  toUnavailableInfo,
} from './transactionInfo.js'
import { getRequired, getStatus } from './transactionStatus.js'

type HistoryItemWire = EndpointWire<
  typeof getTransactionHistory
>['results'][number]
export type TransactionItemWire = Extract<
  HistoryItemWire,
  { type: 'TRANSACTION' }
>
export type SummaryWire = TransactionItemWire['transaction']
type ExecutionInfoWire = SummaryWire['executionInfo']

export type Reading = {
  config: Config
  book: ChainBook
  state: StoredState
  now: number
}

export function toMultisigSummary(
  reading: Reading,
  transaction: MultisigTransaction,
): SummaryWire {
  const { config, state, now } = reading
  const { execution, submittedAt, origin, note } = transaction
  const time = execution?.executedAt ?? submittedAt
  return {
    id: writeMultisigId(transaction),
    txHash: execution?.txHash ?? null,
    timestamp: time?.getTime() ?? 0,
    txStatus: getStatus(transaction, state, now),
    txInfo: toMultisigInfo(reading.book, transaction),
    executionInfo: toExecutionInfo(transaction, state, now),
    safeAppInfo: toSafeAppInfo(config, origin),
    note,
  }
}

export function toMultisigInfo(
  book: ChainBook,
  { safe, fields }: MultisigTransaction,
): TransactionInfoWire {
  if (!fields) return toUnavailableInfo(safe)
  return toTransactionInfo(book, {
    safe,
    call: fields,
    tree: book.decode(fields, safe),
    nonce: fields.nonce,
    isCancellation: isCancellation(safe, fields),
  })
}

/** Nothing to the safe itself, with the gas fields all empty or all set. */
function isCancellation(
  safe: Address,
  fields: NonNullable<MultisigTransaction['fields']>,
): boolean {
  const { to, value, data, operation } = fields
  if (to !== safe || value !== 0n || data !== '0x' || operation !== 0)
    return false
  const numbers = [fields.safeTxGas, fields.baseGas, fields.gasPrice]
  const { gasToken, refundReceiver } = fields
  const isEmpty =
    numbers.every((number) => number === 0n) &&
    gasToken === zeroAddress &&
    refundReceiver === zeroAddress
  const isSet =
    numbers.every((number) => number !== 0n) && refundReceiver !== zeroAddress
  return isEmpty || isSet
}

function toExecutionInfo(
  transaction: MultisigTransaction,
  state: StoredState,
  now: number,
): ExecutionInfoWire {
  const { fields, confirmations } = transaction
  if (!fields) return null
  const confirmed = new Set(confirmations.map(({ owner }) => owner))
  const awaits = getStatus(transaction, state, now) === 'AWAITING_CONFIRMATIONS'
  return {
    type: 'MULTISIG',
    nonce: Number(fields.nonce),
    confirmationsRequired: getRequired(transaction, state),
    // What was executed had what it takes, also when nobody sent it to us.
    confirmationsSubmitted: Math.max(
      confirmations.length,
      transaction.execution?.threshold ?? 0,
    ),
    missingSigners: awaits
      ? state.owners.filter((owner) => !confirmed.has(owner)).map(toPlainInfo)
      : null,
  }
}

export function toModuleSummary(
  book: ChainBook,
  transaction: ModuleTransaction,
): SummaryWire {
  return {
    id: writeModuleId(transaction),
    txHash: transaction.txHash,
    timestamp: transaction.executedAt.getTime(),
    txStatus: transaction.success ? 'SUCCESS' : 'FAILED',
    txInfo: toModuleInfo(book, transaction),
    executionInfo: {
      type: 'MODULE',
      address: toContractInfo(transaction.module),
    },
    safeAppInfo: null,
    note: null,
  }
}

export function toModuleInfo(
  book: ChainBook,
  { safe, call }: ModuleTransaction,
): TransactionInfoWire {
  if (!call) return toUnavailableInfo(safe)
  const tree = book.decode(call, safe)
  return toTransactionInfo(book, { safe, call, tree, isCancellation: false })
}

export function toTransferSummary(
  book: ChainBook,
  transfer: StoredTransfer,
): SummaryWire {
  return {
    id: writeTransferId(transfer),
    txHash: transfer.txHash,
    timestamp: transfer.executedAt.getTime(),
    txStatus: 'SUCCESS',
    txInfo: toTransferOf(book, transfer),
    executionInfo: null,
    safeAppInfo: null,
    note: null,
  }
}

export function toTransferOf(
  book: ChainBook,
  { safe, from, to, kind, token, tokenId, amount, imitation }: StoredTransfer,
): TransactionInfoWire {
  if (kind === 'native' || !token)
    return toTransfer(book, {
      safe,
      from,
      to,
      transferInfo: { type: 'NATIVE_COIN', value: String(amount) },
    })
  const known = book.findToken(token)
  return toTransfer(book, {
    safe,
    from,
    to,
    transferInfo: toTransferInfo({
      token: known,
      address: token,
      kind,
      amount,
      tokenId,
      trusted: known ? known.trusted : null,
      imitation: kind === 'erc20' && imitation,
    }),
  })
}

export function toItem(
  transaction: SummaryWire,
  conflictType: TransactionItemWire['conflictType'] = 'None',
): TransactionItemWire {
  return { type: 'TRANSACTION', transaction, conflictType }
}
