import * as z from 'zod/mini'
import {
  address,
  booleanText,
  chainId,
  count,
  decimals,
  hash,
  milliseconds,
  nonce,
  nonceText,
  openEnum,
  orElse,
  orNull,
  transactionId,
  uint,
} from '../codecs.js'
import { defineEndpoint } from '../endpoint.js'
import { cursor, page } from '../page.js'
import { addressInfo } from '../schemas/addressInfo.js'
import { transactionFee } from '../schemas/movement.js'
import { transferInfo } from '../schemas/transactionInfo.js'

const movementCauses = ['INCOMING', 'EXECUTION', 'REFUND', 'FEE'] as const

/** What a safe sends to itself goes in no direction. */
const movementDirections = ['INCOMING', 'OUTGOING', 'SELF'] as const

/** The last price of a day, or one before it. */
const priceThen = z.object({
  usd: z.string(),
  /** `2026-11-15`, in UTC. */
  day: z.string(),
  source: z.string(),
})

export const getPricesThen = defineEndpoint({
  method: 'GET',
  path: '/v1/chains/{chainId}/prices-then',
  summary: 'Prices of tokens on a day',
  params: z.object({ chainId }),
  query: z.object({
    /** Addresses with commas between them; the zero address is the native currency. */
    tokens: z.string(),
    /** `2026-11-15`, in UTC. */
    day: z.string(),
  }),
  response: z.array(
    z.object({ tokenAddress: address, price: orNull(priceThen) }),
  ),
})

/** Value that moved into or out of a safe, and by whose doing. */
const movement = z.object({
  id: z.string(),
  txHash: hash,
  blockNumber: z.number(),
  timestamp: milliseconds,
  /** Unknown of a fee: the executor paid it. */
  direction: openEnum([...movementDirections, 'UNKNOWN']),
  sender: addressInfo,
  recipient: addressInfo,
  transferInfo,
  cause: openEnum(movementCauses),
  /** `multisig_…` or `module_…`; null where somebody else sent it. */
  transactionId: orNull(transactionId),
  nonce: orNull(nonce),
  note: orNull(z.string()),
  module: orNull(addressInfo),
  /** Which call of a batch, where its bytes say so: `2`, or `2.0`. */
  callPath: orNull(z.string()),
  /** Null until a node has told, and for what others sent. */
  fee: orNull(transactionFee),
  /** What one was worth then. */
  price: orNull(priceThen),
  /** What one of the native currency was worth then, where there is a fee. */
  feePrice: orNull(priceThen),
  /** Owners who signed the transaction that moved it, where they are asked for. */
  signers: z.array(addressInfo),
})

const filters = {
  trusted: orElse(booleanText, true),
  direction: z.optional(z.enum(['incoming', 'outgoing'])),
  /** The zero address is the native currency. */
  token_address: z.optional(address),
  /** Addresses of the other side, with commas between them. */
  counterparty: z.optional(z.string()),
  /** Decimal amounts, each token in its own decimals. */
  amount__gte: z.optional(z.string()),
  amount__lte: z.optional(z.string()),
  execution_date__gte: z.optional(z.string()),
  execution_date__lte: z.optional(z.string()),
  nonce: z.optional(nonceText),
  /** Of everything that modules moved, or of one of them. */
  by: z.optional(z.enum(['module'])),
  module: z.optional(address),
  tx_hash: z.optional(hash),
  /** Ids of movements, with semicolons between them. */
  ids: z.optional(z.string()),
}

const ofSafe = z.object({ chainId, address })

export const getMovements = defineEndpoint({
  method: 'GET',
  path: '/v1/chains/{chainId}/safes/{address}/movements',
  summary: 'What moved into and out of a safe, newest first',
  params: ofSafe,
  query: z.object({
    ...filters,
    /** Also who signed, which takes longer to find out. */
    signers: orElse(booleanText, false),
    /** What executions cost in place of what moved, also where nothing did. */
    list: z.optional(z.enum(['fees'])),
    cursor: z.optional(cursor),
  }),
  touchedBy: ['history'],
  response: page(movement),
  paged: true,
})

export const getMovementSums = defineEndpoint({
  method: 'GET',
  path: '/v1/chains/{chainId}/safes/{address}/movements/sums',
  summary: 'Sums received and sent, by token',
  params: ofSafe,
  query: z.object(filters),
  touchedBy: ['history'],
  response: z.object({
    count,
    /** Of the executions behind them, in the native currency; without a filter of all. */
    fees: z.object({ total: uint, count, unknown: count }),
    /** Tokens that nobody lists, and which are in no sum. */
    leftOut: z.array(address),
    sums: z.array(
      z.object({
        /** The zero address is the native currency. */
        tokenAddress: address,
        tokenSymbol: orNull(z.string()),
        decimals: orNull(decimals),
        /** Amounts are numbers of collectibles. */
        collectible: z.boolean(),
        incoming: uint,
        outgoing: uint,
        count,
      }),
    ),
  }),
})
