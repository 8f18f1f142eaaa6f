import * as z from 'zod/mini'
import {
  count,
  hash,
  milliseconds,
  nonce,
  openEnum,
  openUnion,
  orNull,
  transactionId,
} from '../codecs.js'
import {
  conflictTypes,
  queueLabels,
  transactionStatuses,
} from '../enumerations.js'
import { addressInfo } from './addressInfo.js'
import { movementSum, transactionFee } from './movement.js'
import { transactionInfo, transferInfo } from './transactionInfo.js'

/** The Safe App a transaction or message came from. */
export const safeAppInfo = z.object({
  name: z.string(),
  url: z.string(),
  logoUri: orNull(z.string()),
})

export const executionInfo = openUnion({
  variants: [
    z.object({
      type: z.literal('MULTISIG'),
      nonce,
      confirmationsRequired: count,
      confirmationsSubmitted: count,
      /** Owners yet to confirm, while confirmations are awaited; else null. */
      missingSigners: orNull(z.array(addressInfo)),
    }),
    z.object({ type: z.literal('MODULE'), address: addressInfo }),
  ],
})
export type ExecutionInfo = z.output<typeof executionInfo>

export const transactionSummary = z.object({
  id: transactionId,
  txHash: orNull(hash),
  /** When it was executed; while it is queued, when it was proposed. */
  timestamp: milliseconds,
  txStatus: openEnum(transactionStatuses),
  txInfo: transactionInfo,
  /** Null for transfers and for the creation of the safe. */
  executionInfo: orNull(executionInfo),
  safeAppInfo: orNull(safeAppInfo),
  note: orNull(z.string()),
  /** Of what was executed; not there in other lists and of other gateways. */
  movements: z.optional(z.nullable(z.array(movementSum))),
  fee: z.optional(z.nullable(transactionFee)),
  /** What the safe paid back for the gas, also where the execution failed. */
  refund: z.optional(z.nullable(transferInfo)),
  /** Of a batch: how many calls, those of batches in it too, and how many moved nothing. */
  batch: z.optional(
    z.nullable(z.object({ calls: count, others: orNull(count) })),
  ),
  /** Native currency may have moved that neither logs nor the call tell of. */
  movementsUnknown: z.optional(z.boolean()),
})
export type TransactionSummary = z.output<typeof transactionSummary>

const transactionItem = z.object({
  type: z.literal('TRANSACTION'),
  transaction: transactionSummary,
  conflictType: openEnum(conflictTypes),
})

const dateLabel = z.object({
  type: z.literal('DATE_LABEL'),
  timestamp: milliseconds,
})

export const transactionListItem = openUnion({ variants: [transactionItem] })
export type TransactionListItem = z.output<typeof transactionListItem>

export const historyItem = openUnion({ variants: [transactionItem, dateLabel] })
export type HistoryItem = z.output<typeof historyItem>

export const queueItem = openUnion({
  variants: [
    transactionItem,
    z.object({ type: z.literal('LABEL'), label: openEnum(queueLabels) }),
    z.object({ type: z.literal('CONFLICT_HEADER'), nonce }),
  ],
})
export type QueueItem = z.output<typeof queueItem>
