import * as z from 'zod/mini'
import {
  address,
  byteSize,
  count,
  decimals,
  hash,
  openEnum,
  openUnion,
  orNull,
  typed,
  uint,
} from '../codecs.js'
import { transferDirections } from '../enumerations.js'
import { addressInfo } from './addressInfo.js'
import { dataDecoded } from './dataDecoded.js'
import { settingsInfo } from './settingsInfo.js'

const tokenFields = {
  tokenAddress: address,
  tokenName: orNull(z.string()),
  tokenSymbol: orNull(z.string()),
  logoUri: orNull(z.string()),
  trusted: orNull(z.boolean()),
}

export const transferInfo = openUnion({
  rename: (type) => (type === 'NATIVE_TOKEN' ? 'NATIVE_COIN' : type),
  variants: [
    z.object({ type: z.literal('NATIVE_COIN'), value: orNull(uint) }),
    z.object({
      type: z.literal('ERC20'),
      ...tokenFields,
      value: uint,
      decimals: orNull(decimals),
      imitation: z.boolean(),
    }),
    z.object({
      type: z.literal('ERC721'),
      ...tokenFields,
      tokenId: uint,
      /** How many of this id, of a collection that has several of each. */
      quantity: z.optional(uint),
    }),
  ],
})
export type TransferInfo = z.output<typeof transferInfo>

const humanDescription = orNull(z.string())

const transfer = z.object({
  type: z.literal('Transfer'),
  humanDescription,
  sender: addressInfo,
  recipient: addressInfo,
  direction: openEnum(transferDirections),
  transferInfo,
})

const settingsChange = z.object({
  type: z.literal('SettingsChange'),
  humanDescription,
  dataDecoded,
  settingsInfo: orNull(settingsInfo),
})

const custom = z.object({
  type: z.literal('Custom'),
  humanDescription,
  to: addressInfo,
  dataSize: byteSize,
  value: orNull(uint),
  isCancellation: z.boolean(),
  methodName: orNull(z.string()),
  /** Only there when the method is multiSend. */
  actionCount: z.optional(z.nullable(count)),
})

const creation = z.object({
  type: z.literal('Creation'),
  humanDescription,
  creator: addressInfo,
  transactionHash: hash,
  implementation: orNull(addressInfo),
  factory: orNull(addressInfo),
  saltNonce: orNull(uint),
})

/**
 * What a transaction is about. Variants of single services (orders, staking,
 * vaults) are generic here: `UNKNOWN` with the `wireType` they came with. The
 * transfer of an order has all fields of a transfer and is read as one.
 */
export const transactionInfo = openUnion({
  rename: (type) => (type === 'SwapTransfer' ? 'Transfer' : type),
  variants: [transfer, settingsChange, custom, creation],
  fallback: z.object({
    type: z.literal('UNKNOWN'),
    wireType: z.string(),
    // Nobody knows what it is in a variant nobody knows.
    humanDescription: typed<string | null, string | null>(
      z.catch(humanDescription, null),
    ),
  }),
})
export type TransactionInfo = z.output<typeof transactionInfo>
