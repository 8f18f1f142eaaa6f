import type { EndpointWire } from '@covault/api'
import type { exportServiceTransfers } from '@covault/api/transaction-service'
import type { ListedExecution } from '../../store/executions.js'
import type { StoredTransfer } from '../../store/transferReads.js'
import type { ChainBook } from '../../wire/chainBook.js'
import { writeDate } from '../writeJson.js'

type ExportedWire = EndpointWire<
  typeof exportServiceTransfers
>['results'][number]

/** What moved, and the transaction of owners that moved it, if one did. */
export function toExported(
  book: ChainBook,
  transfer: StoredTransfer,
  execution: ListedExecution | undefined,
): ExportedWire {
  const { token } = transfer
  const known = token ? book.findToken(token) : undefined
  const gasToken = execution?.gasToken ?? null
  const paidIn = gasToken ? book.findToken(gasToken) : undefined
  return {
    safe: transfer.safe,
    from: transfer.from,
    to: transfer.to,
    amount: String(transfer.amount),
    assetType: transfer.kind,
    assetAddress: token,
    assetSymbol: known?.symbol ?? null,
    assetDecimals: known?.decimals ?? null,
    proposerAddress: execution?.proposer ?? null,
    proposedAt: execution?.submittedAt
      ? writeDate(execution.submittedAt)
      : null,
    executorAddress: execution?.executor ?? null,
    executedAt: writeDate(transfer.executedAt),
    note: execution?.note ?? null,
    transactionHash: transfer.txHash,
    contractAddress: execution?.to ?? null,
    nonce: execution?.nonce === undefined ? null : String(execution.nonce),
    gasToken,
    payment: execution ? String(execution.payment) : null,
    gasTokenSymbol: paidIn?.symbol ?? null,
    gasTokenDecimals: paidIn?.decimals ?? null,
  }
}
