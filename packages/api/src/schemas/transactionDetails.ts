import * as z from 'zod/mini'
import {
  acceptNull,
  address,
  byAddress,
  count,
  hash,
  hex,
  milliseconds,
  nonce,
  openEnum,
  openOperation,
  openUnion,
  orNull,
  transactionId,
  uint,
} from '../codecs.js'
import { transactionStatuses } from '../enumerations.js'
import { addressInfo } from './addressInfo.js'
import { dataDecoded } from './dataDecoded.js'
import { registeredToken } from './tokenInfo.js'
import { transactionInfo } from './transactionInfo.js'
import { safeAppInfo } from './transactionSummary.js'

export const transactionData = z.object({
  hexData: orNull(hex),
  dataDecoded: orNull(dataDecoded),
  to: addressInfo,
  value: orNull(uint),
  operation: openOperation,
  /** Null for a plain call, which has no delegate call target. */
  trustedDelegateCallTarget: orNull(z.boolean()),
  addressInfoIndex: orNull(byAddress(addressInfo)),
  tokenInfoIndex: orNull(byAddress(registeredToken)),
})
export type TransactionData = z.output<typeof transactionData>

const confirmation = z.object({
  signer: addressInfo,
  signature: orNull(hex),
  submittedAt: milliseconds,
})

export const detailedExecutionInfo = openUnion({
  variants: [
    z.object({
      type: z.literal('MULTISIG'),
      submittedAt: milliseconds,
      nonce,
      safeTxGas: uint,
      baseGas: uint,
      gasPrice: uint,
      /** The zero address when none was chosen. */
      gasToken: address,
      /** Network fee paid, zero if unknown. */
      fee: acceptNull(uint),
      /** Refund paid. */
      payment: acceptNull(uint),
      refundReceiver: addressInfo,
      safeTxHash: hash,
      executor: orNull(addressInfo),
      signers: z.array(addressInfo),
      confirmationsRequired: count,
      confirmations: z.array(confirmation),
      rejectors: acceptNull(z.array(addressInfo)),
      gasTokenInfo: orNull(registeredToken),
      trusted: z.boolean(),
      proposer: orNull(addressInfo),
      proposedByDelegate: orNull(addressInfo),
    }),
    z.object({ type: z.literal('MODULE'), address: addressInfo }),
  ],
})
export type DetailedExecutionInfo = z.output<typeof detailedExecutionInfo>

export const transactionDetails = z.object({
  safeAddress: address,
  txId: transactionId,
  executedAt: orNull(milliseconds),
  txStatus: openEnum(transactionStatuses),
  txInfo: transactionInfo,
  /** Null for a single transfer, as is the execution. */
  txData: orNull(transactionData),
  detailedExecutionInfo: orNull(detailedExecutionInfo),
  txHash: orNull(hash),
  safeAppInfo: orNull(safeAppInfo),
  note: orNull(z.string()),
})
export type TransactionDetails = z.output<typeof transactionDetails>
