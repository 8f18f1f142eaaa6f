import type { Hex } from 'viem'
import * as z from 'zod/mini'
import {
  address,
  booleanText,
  type Codec,
  chainId,
  hash,
  hex,
  isRecord,
  nonce,
  nonceText,
  nothing,
  operation,
  orElse,
  orNull,
  signature,
  transactionId,
  typed,
  uint,
} from '../codecs.js'
import { defineEndpoint } from '../endpoint.js'
import { cursor, page } from '../page.js'
import {
  transactionData,
  transactionDetails,
} from '../schemas/transactionDetails.js'
import { transactionInfo } from '../schemas/transactionInfo.js'
import {
  historyItem,
  queueItem,
  transactionListItem,
} from '../schemas/transactionSummary.js'

const ofSafe = z.object({ chainId, address })
const ofSafeTransactions = z.object({ chainId, safe_address: address })
const ofHash = z.object({ chainId, safeTxHash: hash })

const paging = { cursor: z.optional(cursor) }

/** ISO-8601 date-times. */
const executedBetween = {
  execution_date__gte: z.optional(z.string()),
  execution_date__lte: z.optional(z.string()),
}

/** A decimal amount of the token, or of the native coin: `0.5`. */
const amount = z.optional(z.string())

export const getIncomingTransfers = defineEndpoint({
  method: 'GET',
  path: '/v1/chains/{chainId}/safes/{address}/incoming-transfers/',
  summary: 'Transfers received, newest first',
  params: ofSafe,
  query: z.object({
    trusted: orElse(booleanText, true),
    ...executedBetween,
    to: z.optional(address),
    value: amount,
    token_address: z.optional(address),
    ...paging,
  }),
  response: page(transactionListItem),
  paged: true,
})

export const getModuleTransactions = defineEndpoint({
  method: 'GET',
  path: '/v1/chains/{chainId}/safes/{address}/module-transactions/',
  summary: 'Transactions executed by modules, newest first',
  params: ofSafe,
  query: z.object({
    to: z.optional(address),
    module: z.optional(address),
    transaction_hash: z.optional(hash),
    ...paging,
  }),
  response: page(transactionListItem),
  paged: true,
})

export const getMultisigTransactions = defineEndpoint({
  method: 'GET',
  path: '/v1/chains/{chainId}/safes/{address}/multisig-transactions/',
  summary: 'Queued, executed and cancelled transactions, highest nonce first',
  params: ofSafe,
  query: z.object({
    ...executedBetween,
    to: z.optional(address),
    value: amount,
    nonce: z.optional(nonceText),
    executed: z.optional(booleanText),
    ...paging,
  }),
  touchedBy: ['queue', 'history'],
  response: page(transactionListItem),
  paged: true,
})

export const getTransactionHistory = defineEndpoint({
  method: 'GET',
  path: '/v1/chains/{chainId}/safes/{safe_address}/transactions/history',
  summary: 'Everything that was executed, newest first, with date labels',
  params: ofSafeTransactions,
  query: z.object({
    /** IANA name; days are cut there. */
    timezone: z.optional(z.string()),
    /** Milliseconds, for callers that know no time zone. */
    timezone_offset: z.optional(z.string()),
    trusted: orElse(booleanText, true),
    /** False leaves out transfers that imitate another address. */
    imitation: orElse(booleanText, true),
    ...paging,
  }),
  touchedBy: ['history'],
  response: page(historyItem),
  paged: true,
})

export const getTransactionQueue = defineEndpoint({
  method: 'GET',
  path: '/v1/chains/{chainId}/safes/{safe_address}/transactions/queued',
  summary:
    'Waiting transactions, lowest nonce first, with labels and conflicts',
  params: ofSafeTransactions,
  query: z.object({ trusted: orElse(booleanText, true), ...paging }),
  touchedBy: ['queue', 'history'],
  response: page(queueItem),
  paged: true,
})

export const getTransaction = defineEndpoint({
  method: 'GET',
  path: '/v1/chains/{chainId}/transactions/{transactionId}',
  summary: 'One transaction by its id or its safeTxHash',
  params: z.object({ chainId, transactionId }),
  touchedBy: ['queue', 'history'],
  response: transactionDetails,
})

/** More are not read at once. */
export const maximumDetails = 20

const oneHash = '0x[0-9a-fA-F]{64}'

/** `0xabc...,0xdef...` in a query. */
const hashes: Codec<Hex[], string> = z.codec(
  z
    .string()
    .check(
      z.regex(
        new RegExp(`^${oneHash}(?:,${oneHash}){0,${maximumDetails - 1}}$`),
        `Invalid list of hashes, or more than ${maximumDetails}`,
      ),
    ),
  z.array(hash),
  { decode: (text) => text.split(',') as Hex[], encode: (list) => list.join() },
)

/** Rows of a list are looked into together. */
export const getTransactions = defineEndpoint({
  method: 'GET',
  path: '/v1/chains/{chainId}/safes/{safe_address}/transactions/details',
  summary:
    'Transactions of owners by their hashes, as many as are known and fit',
  params: ofSafeTransactions,
  query: z.object({ hashes }),
  touchedBy: ['queue', 'history'],
  response: z.object({ results: z.array(transactionDetails) }),
})

export const estimateTransaction = defineEndpoint({
  method: 'POST',
  path: '/v2/chains/{chainId}/safes/{safe_address}/multisig-transactions/estimations',
  summary: 'Nonces and safeTxGas for a transaction to be proposed',
  params: ofSafeTransactions,
  body: z.object({ to: address, value: uint, data: orNull(hex), operation }),
  response: z.object({
    currentNonce: nonce,
    recommendedNonce: nonce,
    safeTxGas: uint,
  }),
  idempotent: true,
})

export const transactionProposal = z.object({
  to: address,
  value: uint,
  data: orNull(hex),
  nonce: nonceText,
  operation,
  safeTxGas: uint,
  baseGas: uint,
  gasPrice: uint,
  /** The zero address for the native coin. */
  gasToken: address,
  refundReceiver: orNull(address),
  safeTxHash: hash,
  sender: address,
  /** Without one the proposal is stored as untrusted. */
  signature: orNull(signature),
  /** JSON text: `{"url":...,"name":...,"note":...}`. */
  origin: orNull(z.string()),
})
export type TransactionProposal = z.output<typeof transactionProposal>

/** Sent again it adds the signatures that are new, so it may be repeated. */
export const proposeTransaction = defineEndpoint({
  method: 'POST',
  path: '/v1/chains/{chainId}/transactions/{safe_address}/propose',
  summary: 'Propose a transaction, or add a signature to a proposal',
  params: ofSafeTransactions,
  body: transactionProposal,
  response: transactionDetails,
  idempotent: true,
})

/** Old mobile clients call the field `signedSafeTxHash`. */
const confirmationBody = typed<
  { signature: `0x${string}` },
  { signature: `0x${string}` }
>(
  z.codec(z.unknown(), typed<unknown, unknown>(z.object({ signature })), {
    decode: (body) =>
      isRecord(body) && body.signature === undefined
        ? { signature: body.signedSafeTxHash }
        : body,
    encode: (body) => body,
  }),
)

export const confirmTransaction = defineEndpoint({
  method: 'POST',
  path: '/v1/chains/{chainId}/transactions/{safeTxHash}/confirmations',
  summary: 'Add the signature of an owner',
  params: ofHash,
  body: confirmationBody,
  response: transactionDetails,
  idempotent: true,
})

export const deleteTransaction = defineEndpoint({
  method: 'DELETE',
  path: '/v1/chains/{chainId}/transactions/{safeTxHash}',
  summary: 'Delete a queued transaction as its proposer',
  params: ofHash,
  body: z.object({ signature }),
  response: nothing,
})

export const previewTransaction = defineEndpoint({
  method: 'POST',
  path: '/v1/chains/{chainId}/transactions/{safe_address}/preview',
  summary: 'Preview how a transaction would be shown',
  params: ofSafeTransactions,
  body: z.object({ to: address, value: uint, data: orNull(hex), operation }),
  response: z.object({ txInfo: transactionInfo, txData: transactionData }),
  idempotent: true,
})
