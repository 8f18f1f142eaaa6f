import type { EndpointWire, getTransaction } from '@covault/api'
import type { Address } from 'viem'
import { zeroAddress } from 'viem'
import type { ChainConfig } from '../chainsConfig.js'
import type { Config } from '../config.js'
import type { StoredCreation } from '../store/creations.js'
import type { ModuleTransaction } from '../store/moduleTransactions.js'
import type { StoredState } from '../store/safeStates.js'
import type { MultisigTransaction } from '../store/transactionRows.js'
import type { StoredTransfer } from '../store/transferReads.js'
import {
  toContractInfo,
  toContractInfoOrNull,
  toPlainInfo,
} from './addressInfo.js'
import type { ChainBook, WireCall } from './chainBook.js'
import { listConfirmations } from './confirmations.js'
import { toCreationSummary } from './history.js'
import { toSafeAppInfo } from './origin.js'
import {
  toNativeToken,
  toRegisteredToken,
  toTransactionData,
} from './transactionData.js'
import {
  writeModuleId,
  writeMultisigId,
  writeTransferId,
} from './transactionId.js'
import { getRequired, getStatus } from './transactionStatus.js'
import {
  toModuleInfo,
  toMultisigInfo,
  toTransferOf,
} from './transactionSummary.js'

export type DetailsWire = EndpointWire<typeof getTransaction>
type ExecutionWire = DetailsWire['detailedExecutionInfo']
type MultisigWire = Extract<NonNullable<ExecutionWire>, { type: 'MULTISIG' }>

type ChainReading = { chain: ChainConfig; book: ChainBook }

/** Everything about one transaction of owners. */
export async function toMultisigDetails(
  reading: ChainReading & { config: Config; state: StoredState; now: number },
  parameters: {
    transaction: MultisigTransaction
    /** The others with its nonce. */
    rivals: readonly MultisigTransaction[]
  },
): Promise<DetailsWire> {
  const { config, book, state, now } = reading
  const { transaction } = parameters
  const { fields, execution } = transaction
  return {
    safeAddress: transaction.safe,
    txId: writeMultisigId(transaction),
    executedAt: execution?.executedAt.getTime() ?? null,
    txStatus: getStatus(transaction, state, now),
    txInfo: toMultisigInfo(book, transaction),
    txData: fields && toCallData(reading, transaction.safe, fields),
    detailedExecutionInfo: await toMultisigExecution(reading, parameters),
    txHash: execution?.txHash ?? null,
    safeAppInfo: toSafeAppInfo(config, transaction.origin),
    note: transaction.note,
  }
}

/** What a transaction's call is, read in the book. */
function toCallData(
  { chain, book }: ChainReading,
  safe: Address,
  call: WireCall,
): DetailsWire['txData'] {
  const tree = book.decode(call, safe)
  return toTransactionData(book, { chain, call, tree })
}

async function toMultisigExecution(
  { chain, book, state }: ChainReading & { state: StoredState },
  parameters: {
    transaction: MultisigTransaction
    rivals: readonly MultisigTransaction[]
  },
): Promise<MultisigWire | null> {
  const { transaction, rivals } = parameters
  const { fields, execution } = transaction
  if (!fields) return null
  const submittedAt = transaction.submittedAt ?? execution?.executedAt
  const confirmations = await listConfirmations(transaction)
  return {
    type: 'MULTISIG',
    submittedAt: submittedAt?.getTime() ?? 0,
    nonce: Number(fields.nonce),
    safeTxGas: String(fields.safeTxGas),
    baseGas: String(fields.baseGas),
    gasPrice: String(fields.gasPrice),
    gasToken: fields.gasToken,
    fee: '0',
    payment: String(execution?.payment ?? 0n),
    refundReceiver: toContractInfo(fields.refundReceiver),
    safeTxHash: transaction.safeTxHash,
    executor: toContractInfoOrNull(execution?.executor ?? null),
    signers: state.owners.map(toPlainInfo),
    confirmationsRequired: getRequired(transaction, state),
    confirmations: confirmations.map(({ owner, signature, submittedAt }) => ({
      signer: toPlainInfo(owner),
      signature,
      submittedAt: submittedAt.getTime(),
    })),
    rejectors: listRejectors(transaction.safe, rivals).map(toPlainInfo),
    gasTokenInfo: toGasToken(chain, book, fields),
    trusted: transaction.trusted,
    proposer: toPlainInfoOrNull(transaction.proposer),
    proposedByDelegate: toPlainInfoOrNull(transaction.proposedByDelegate),
  }
}

function toPlainInfoOrNull(address: Address | null) {
  return address && toPlainInfo(address)
}

/** Who confirmed another transaction with this nonce that does nothing. */
function listRejectors(
  safe: Address,
  rivals: readonly MultisigTransaction[],
): Address[] {
  const rejection = rivals.find(
    (rival) => rival.fields?.to === safe && rival.fields.value === 0n,
  )
  return rejection?.confirmations.map(({ owner }) => owner) ?? []
}

function toGasToken(
  chain: ChainConfig,
  book: ChainBook,
  { gasToken, gasPrice }: { gasToken: Address; gasPrice: bigint },
): MultisigWire['gasTokenInfo'] {
  if (gasToken !== zeroAddress) {
    const token = book.findToken(gasToken)
    return token ? toRegisteredToken(token) : null
  }
  return gasPrice > 0n ? toNativeToken(chain) : null
}

export function toModuleDetails(
  reading: ChainReading,
  transaction: ModuleTransaction,
): DetailsWire {
  const { safe, call, module, success } = transaction
  return {
    safeAddress: safe,
    txId: writeModuleId(transaction),
    executedAt: transaction.executedAt.getTime(),
    txStatus: success ? 'SUCCESS' : 'FAILED',
    txInfo: toModuleInfo(reading.book, transaction),
    txData: call && toCallData(reading, safe, call),
    detailedExecutionInfo: { type: 'MODULE', address: toContractInfo(module) },
    txHash: transaction.txHash,
    safeAppInfo: null,
    note: null,
  }
}

export function toTransferDetails(
  book: ChainBook,
  transfer: StoredTransfer,
): DetailsWire {
  return {
    safeAddress: transfer.safe,
    txId: writeTransferId(transfer),
    executedAt: transfer.executedAt.getTime(),
    txStatus: 'SUCCESS',
    txInfo: toTransferOf(book, transfer),
    txData: null,
    detailedExecutionInfo: null,
    txHash: transfer.txHash,
    safeAppInfo: null,
    note: null,
  }
}

export function toCreationDetails(creation: StoredCreation): DetailsWire {
  const { id, timestamp, txStatus, txInfo, txHash } =
    toCreationSummary(creation)
  return {
    safeAddress: creation.safe,
    txId: id,
    executedAt: timestamp,
    txStatus,
    txInfo,
    txData: null,
    detailedExecutionInfo: null,
    txHash,
    safeAppInfo: null,
    note: null,
  }
}
