import type { EndpointWire } from '@covault/api'
import type { getServiceModuleTransaction } from '@covault/api/transaction-service'
import type { ModuleTransaction } from '../../store/moduleTransactions.js'
import type { ChainBook } from '../../wire/chainBook.js'
import { writeDate } from '../writeJson.js'
import { toDecoded } from './decoded.js'

export type ModuleTransactionWire = EndpointWire<
  typeof getServiceModuleTransaction
>

/** One whose content is known; others cannot be told. */
export type KnownModuleTransaction = ModuleTransaction & {
  call: NonNullable<ModuleTransaction['call']>
}

export function isKnownModule<transaction extends ModuleTransaction>(
  transaction: transaction,
): transaction is transaction & KnownModuleTransaction {
  return transaction.call !== null
}

export function toModuleTransaction(
  book: ChainBook,
  transaction: KnownModuleTransaction,
): ModuleTransactionWire {
  const { safe, call, txHash, logIndex } = transaction
  const executionDate = writeDate(transaction.executedAt)
  return {
    created: executionDate,
    executionDate,
    blockNumber: Number(transaction.blockNumber),
    isSuccessful: transaction.success,
    transactionHash: txHash,
    safe,
    module: transaction.module,
    to: call.to,
    value: String(call.value),
    data: call.data === '0x' ? null : call.data,
    operation: call.operation,
    dataDecoded: toDecoded(book, call, safe),
    moduleTransactionId: `i${txHash.slice(2)}${logIndex}`,
  }
}
