import * as z from 'zod/mini'
import { count, openEnum, orNull, uint } from '../codecs.js'
import { transferDirections } from '../enumerations.js'
import { addressInfo } from './addressInfo.js'
import { transferInfo } from './transactionInfo.js'

/** What one transaction cost, and whom. */
export const transactionFee = z.object({
  payer: addressInfo,
  gasUsed: uint,
  gasPrice: uint,
  maxFeePerGas: orNull(uint),
  maxPriorityFeePerGas: orNull(uint),
  /** In the native currency, with what a rollup takes for the data. */
  total: uint,
})

/** What an execution moved of one token in one direction, in sum. */
export const movementSum = z.object({
  direction: openEnum(transferDirections),
  /** The sum; of collectibles one of them. */
  transferInfo,
  /** How many movements it sums up. */
  count,
  /** The other side, where there is only one. */
  counterparty: orNull(addressInfo),
  counterparties: count,
  /** How many calls of a batch did; null where the bytes do not say so. */
  calls: orNull(count),
})
export type MovementSum = z.output<typeof movementSum>
