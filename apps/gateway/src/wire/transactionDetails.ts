import type { EndpointWire, getTransaction } from '@covault/api'
import type { Address, Hex } from 'viem'
import { zeroAddress } from 'viem'
import { readSafeState } from '../commands/readSafeState.js'
import { type Context, getServedChain, type ServedChain } from '../context.js'
import { NotFoundFailure, RuleFailure } from '../failures.js'
import { readCreation, type StoredCreation } from '../store/creations.js'
import {
  type ModuleTransaction,
  readModuleTransactionOf,
} from '../store/moduleTransactions.js'
import type { StoredState } from '../store/safeStates.js'
import {
  type MultisigTransaction,
  readRivals,
  readTransaction,
} from '../store/transactions.js'
import { readTransferOf, type StoredTransfer } from '../store/transferReads.js'
import {
  toContractInfo,
  toContractInfoOrNull,
  toPlainInfo,
} from './addressInfo.js'
import { type ChainBook, listTargets, openBook } from './chainBook.js'
import { listConfirmations } from './confirmations.js'
import { toCreationSummary } from './history.js'
import { toSafeAppInfo } from './origin.js'
import {
  toNativeToken,
  toRegisteredToken,
  toTransactionData,
} from './transactionData.js'
import {
  type TransactionId,
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

/** Everything about one transaction of owners. */
export async function readTransactionDetails(
  context: Context,
  parameters: { chainId: number; safeTxHash: Hex; safe?: Address | undefined },
): Promise<DetailsWire> {
  const { chainId, safeTxHash, safe } = parameters
  const chain = getServedChain(context, chainId)
  const { store } = context
  const transaction = await readTransaction(store, { chainId, safeTxHash })
  if (!transaction) throw new NotFoundFailure()
  if (safe && transaction.safe !== safe)
    throw new RuleFailure('Invalid transaction ID', {
      status: 400,
      named: true,
    })
  const state = await readSafeState(context, {
    chainId,
    safe: transaction.safe,
  })
  const { fields, execution } = transaction
  const book = await openBook(context, {
    chainId,
    addresses: fields ? [...listTargets(fields), fields.gasToken] : [],
  })
  return {
    safeAddress: transaction.safe,
    txId: writeMultisigId(transaction),
    executedAt: execution?.executedAt.getTime() ?? null,
    txStatus: getStatus(transaction, state, Date.now()),
    txInfo: toMultisigInfo(book, transaction),
    txData: fields
      ? toTransactionData(book, {
          chain,
          call: fields,
          root: book.decode(fields, transaction.safe).root,
        })
      : null,
    detailedExecutionInfo: await toMultisigExecution(context, {
      chain,
      book,
      transaction,
      state,
    }),
    txHash: execution?.txHash ?? null,
    safeAppInfo: toSafeAppInfo(context.config, transaction.origin),
    note: transaction.note,
  }
}

async function toMultisigExecution(
  context: Context,
  parameters: {
    chain: ServedChain
    book: ChainBook
    transaction: MultisigTransaction
    state: StoredState
  },
): Promise<MultisigWire | null> {
  const { chain, book, transaction, state } = parameters
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
    rejectors: (await listRejectors(context, chain.chainId, transaction)).map(
      toPlainInfo,
    ),
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
async function listRejectors(
  { store }: Context,
  chainId: number,
  { safe, safeTxHash, fields }: MultisigTransaction,
): Promise<Address[]> {
  if (!fields) return []
  const { nonce } = fields
  const rivals = await readRivals(store, { chainId, safe, nonce, safeTxHash })
  const rejection = rivals.find(
    (rival) => rival.fields?.to === safe && rival.fields.value === 0n,
  )
  return rejection?.confirmations.map(({ owner }) => owner) ?? []
}

function toGasToken(
  chain: ServedChain,
  book: ChainBook,
  { gasToken, gasPrice }: { gasToken: Address; gasPrice: bigint },
): MultisigWire['gasTokenInfo'] {
  if (gasToken !== zeroAddress) {
    const token = book.findToken(gasToken)
    return token ? toRegisteredToken(token) : null
  }
  return gasPrice > 0n ? toNativeToken(chain) : null
}

/** Everything that can be asked for by an id of the wire. */
export async function readDetails(
  context: Context,
  parameters: { chainId: number; id: TransactionId },
): Promise<DetailsWire> {
  const { chainId, id } = parameters
  const { store } = context
  if (id.kind === 'multisig')
    return readTransactionDetails(context, { chainId, ...id })
  if (id.kind === 'module') {
    const found = await readModuleTransactionOf(store, { chainId, ...id })
    if (!found) throw new NotFoundFailure()
    return toModuleDetails(context, { chainId, transaction: found })
  }
  if (id.kind === 'transfer') {
    const found = await readTransferOf(store, { chainId, ...id })
    if (!found) throw new NotFoundFailure()
    return toTransferDetails(context, { chainId, transfer: found })
  }
  const creation = await readCreation(store, { chainId, safe: id.safe })
  if (!creation) throw new NotFoundFailure()
  return toCreationDetails(creation)
}

function toCreationDetails(creation: StoredCreation): DetailsWire {
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

async function toModuleDetails(
  context: Context,
  parameters: { chainId: number; transaction: ModuleTransaction },
): Promise<DetailsWire> {
  const { chainId, transaction } = parameters
  const chain = getServedChain(context, chainId)
  const { safe, call, module, success } = transaction
  const book = await openBook(context, {
    chainId,
    addresses: call ? listTargets(call) : [],
  })
  return {
    safeAddress: safe,
    txId: writeModuleId(transaction),
    executedAt: transaction.executedAt.getTime(),
    txStatus: success ? 'SUCCESS' : 'FAILED',
    txInfo: toModuleInfo(book, transaction),
    txData: call
      ? toTransactionData(book, {
          chain,
          call,
          root: book.decode(call, safe).root,
        })
      : null,
    detailedExecutionInfo: { type: 'MODULE', address: toContractInfo(module) },
    txHash: transaction.txHash,
    safeAppInfo: null,
    note: null,
  }
}

async function toTransferDetails(
  context: Context,
  parameters: { chainId: number; transfer: StoredTransfer },
): Promise<DetailsWire> {
  const { chainId, transfer } = parameters
  const { token, from, to } = transfer
  const book = await openBook(context, {
    chainId,
    addresses: [from, to, ...(token ? [token] : [])],
  })
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
