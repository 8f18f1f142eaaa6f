import type { EndpointWire, getMovements } from '@covault/api'
import { listExecutedCalls } from '@covault/protocol'
import { type Address, zeroAddress } from 'viem'
import type { TransferCause } from '../store/causes.js'
import type { PaidExecution } from '../store/executionFees.js'
import type { Fee } from '../store/fees.js'
import type { MovementSum } from '../store/movementSums.js'
import type { DailyPrice } from '../store/prices.js'
import type { StoredTransfer } from '../store/transferReads.js'
import { toContractInfo, toPlainInfo } from './addressInfo.js'
import type { ChainBook } from './chainBook.js'
import {
  writeModuleId,
  writeMultisigId,
  writeTransferId,
} from './transactionId.js'
import { toTransferInfo } from './transactionInfo.js'
import { type SummaryWire, toTransferOf } from './transactionSummary.js'

type MovementWire = EndpointWire<typeof getMovements>['results'][number]

const causeNames = {
  incoming: 'INCOMING',
  execution: 'EXECUTION',
  refund: 'REFUND',
} as const

export type MovementFacts = {
  cause: TransferCause | undefined
  fee: Fee | undefined
  price: DailyPrice | undefined
  feePrice: DailyPrice | undefined
  signers: readonly Address[]
}

export function toMovement(
  book: ChainBook,
  transfer: StoredTransfer,
  { cause, fee, price, feePrice, signers }: MovementFacts,
): MovementWire[] {
  const told = toTransferOf(book, transfer)
  if (told.type !== 'Transfer') return []
  const { sender, recipient, transferInfo } = told
  const direction = transfer.from === transfer.to ? 'SELF' : told.direction
  return [
    {
      id: writeTransferId(transfer),
      txHash: transfer.txHash,
      blockNumber: Number(transfer.blockNumber),
      timestamp: transfer.executedAt.getTime(),
      ...{ sender, recipient, direction, transferInfo },
      cause: causeNames[transfer.cause],
      ...toOrigin(transfer, cause),
      callPath: transfer.callPath,
      fee: fee ? toFee(fee) : null,
      price: price ?? null,
      feePrice: (fee && feePrice) ?? null,
      signers: signers.map(toPlainInfo),
    },
  ]
}

/** What an execution cost, which nothing has to have moved in. */
export function toFeeMovement(
  run: PaidExecution & { safe: Address; causeLog: number },
  { cause, fee, feePrice, signers }: MovementFacts,
): MovementWire {
  const { txHash, blockNumber, executedAt } = run
  return {
    id: `fee_${txHash}`,
    txHash,
    blockNumber: Number(blockNumber),
    timestamp: executedAt.getTime(),
    direction: 'UNKNOWN',
    sender: toPlainInfo(fee?.payer ?? zeroAddress),
    recipient: toPlainInfo(zeroAddress),
    transferInfo: {
      type: 'NATIVE_COIN',
      value: fee ? String(fee.total) : null,
    },
    cause: 'FEE',
    ...toOrigin(run, cause),
    callPath: null,
    fee: fee ? toFee(fee) : null,
    price: feePrice ?? null,
    feePrice: feePrice ?? null,
    signers: signers.map(toPlainInfo),
  }
}

function toOrigin(
  {
    safe,
    txHash,
    causeLog,
  }: Pick<StoredTransfer, 'safe' | 'txHash' | 'causeLog'>,
  cause: TransferCause | undefined,
): Pick<MovementWire, 'transactionId' | 'nonce' | 'note' | 'module'> {
  if (!cause || causeLog === null)
    return { transactionId: null, nonce: null, note: null, module: null }
  if (cause.kind === 'module')
    return {
      transactionId: writeModuleId({ safe, txHash, logIndex: causeLog }),
      nonce: null,
      note: null,
      module: toContractInfo(cause.module),
    }
  return {
    transactionId: writeMultisigId({ safe, safeTxHash: cause.safeTxHash }),
    nonce: cause.nonce === null ? null : Number(cause.nonce),
    note: cause.note,
    module: null,
  }
}

export function toFee(fee: Fee): NonNullable<MovementWire['fee']> {
  return {
    payer: toPlainInfo(fee.payer),
    gasUsed: String(fee.gasUsed),
    gasPrice: String(fee.gasPrice),
    maxFeePerGas: fee.maxFee === null ? null : String(fee.maxFee),
    maxPriorityFeePerGas:
      fee.maxPriorityFee === null ? null : String(fee.maxPriorityFee),
    total: String(fee.total),
  }
}

type SumWire = NonNullable<SummaryWire['movements']>[number]

/** What an execution did to the balances of its safe. */
export function toSums(
  book: ChainBook,
  sums: readonly MovementSum[],
): SumWire[] {
  return sums
    .filter((sum) => sum.cause === 'execution' && isBelievable(book, sum))
    .map(toSum)

  function toSum(sum: MovementSum): SumWire {
    const { counterparty, counterparties } = sum
    return {
      direction: sum.direction === 'in' ? 'INCOMING' : 'OUTGOING',
      transferInfo: toSumInfo(book, sum),
      count: sum.count,
      counterparty: counterparties === 1 ? toPlainInfo(counterparty) : null,
      counterparties,
      calls: sum.paths?.length ?? null,
    }
  }
}

/** How many calls a batch made, and how many of them moved nothing. */
export function toBatch(
  safe: Address,
  call: Parameters<typeof listExecutedCalls>[1] | null,
  sums: readonly MovementSum[],
): SummaryWire['batch'] {
  if (!call || call.operation === 0) return null
  const calls = listExecutedCalls(safe, call).length
  const paths = sums
    .filter(({ cause }) => cause === 'execution')
    .map((sum) => sum.paths)
  const isTold = paths.every((some) => some !== null)
  const moved = new Set(paths.flatMap((some) => some ?? []))
  return calls > 0
    ? { calls, others: isTold ? calls - moved.size : null }
    : null
}

/** What the safe paid back for the gas of an execution. */
export function toRefund(
  book: ChainBook,
  sums: readonly MovementSum[],
): NonNullable<SummaryWire['refund']> | null {
  const refund = sums.find(({ cause }) => cause === 'refund')
  return refund ? toSumInfo(book, refund) : null
}

function toSumInfo(
  book: ChainBook,
  { kind, token, amount, tokenId }: MovementSum,
): SumWire['transferInfo'] {
  if (kind === 'native' || !token)
    return { type: 'NATIVE_COIN', value: String(amount) }
  const known = book.findToken(token)
  return toTransferInfo({
    ...{ token: known, address: token, kind, amount, tokenId },
    trusted: known?.trusted ?? null,
    imitation: false,
  })
}

/** Any contract can log the transfer of a token of its own; the call must have asked for it. */
function isBelievable(
  book: ChainBook,
  { kind, token, paths }: MovementSum,
): boolean {
  if (kind !== 'erc20' || !token || paths !== null) return true
  return book.findToken(token)?.trusted === true
}
