import * as z from 'zod/mini'
import { address, type Codec, hash, hex, nothing } from '../codecs.js'
import {
  booleanWord,
  integer,
  looseHash,
  looseHex,
  looseSignature,
  moment,
  nonceInteger,
  operationInteger,
  orNothing,
  strictAddress,
  writtenInteger,
} from './codecs.js'
import { serviceDecoded } from './decoded.js'
import { paging, servicePage } from './page.js'
import { defineServiceEndpoint } from './serviceEndpoint.js'

export const signatureTypes = [
  'CONTRACT_SIGNATURE',
  'APPROVED_HASH',
  'EOA',
  'ETH_SIGN',
] as const

export const serviceConfirmation = z.strictObject({
  owner: address,
  submissionDate: z.string(),
  transactionHash: z.null(),
  signature: hex,
  signatureType: z.enum(signatureTypes),
})

const text = z.nullable(z.string())

/** What both versions tell alike of a transaction. */
const fields = {
  safe: address,
  to: address,
  value: z.string(),
  /** Null when there is none. */
  data: z.nullable(hex),
  operation: z.number(),
  gasToken: address,
  gasPrice: z.string(),
  refundReceiver: address,
  executionDate: text,
  submissionDate: z.string(),
  modified: z.string(),
  blockNumber: z.nullable(z.number()),
  transactionHash: z.nullable(hash),
  safeTxHash: hash,
  proposer: z.nullable(address),
  proposedByDelegate: z.nullable(address),
  executor: z.nullable(address),
  isExecuted: z.boolean(),
  /** Null until it is executed. */
  isSuccessful: z.nullable(z.boolean()),
  ethGasPrice: text,
  maxFeePerGas: text,
  maxPriorityFeePerGas: text,
  gasUsed: z.nullable(z.number()),
  /** What the executor paid to the chain. */
  fee: text,
  /** What the safe paid to the executor. */
  payment: text,
  /** JSON as text, `{}` when nothing was told. */
  origin: z.string(),
  dataDecoded: z.nullable(serviceDecoded),
  confirmationsRequired: z.number(),
  confirmations: z.array(serviceConfirmation),
  trusted: z.boolean(),
  /** All of them as the contract took them; null until it is executed. */
  signatures: z.nullable(hex),
}

/** Numbers as text, so that no client rounds them. */
export const serviceTransaction = z.strictObject({
  ...fields,
  nonce: z.string(),
  safeTxGas: z.string(),
  baseGas: z.string(),
})

export const serviceTransactionV1 = z.strictObject({
  ...fields,
  nonce: writtenInteger,
  safeTxGas: writtenInteger,
  baseGas: writtenInteger,
})

/** A page that also tells how many nonces its list has. */
// @__NO_SIDE_EFFECTS__
function transactionPage<Domain, Wire>(item: Codec<Domain, Wire>) {
  return z.extend(servicePage(item), { countUniqueNonce: z.number() })
}

const whole = z.optional(integer)
const when = z.optional(moment)

const listQuery = z.object({
  executed: z.optional(booleanWord),
  has_confirmations: z.optional(booleanWord),
  /** Left out it is true: what nobody signed is not shown. */
  trusted: z.optional(booleanWord),
  nonce: whole,
  nonce__gte: whole,
  nonce__gt: whole,
  nonce__lte: whole,
  nonce__lt: whole,
  safe_tx_hash: z.optional(looseHash),
  to: z.optional(strictAddress),
  value: whole,
  value__gt: whole,
  value__lt: whole,
  failed: z.optional(booleanWord),
  transaction_hash: z.optional(looseHash),
  execution_date__gte: when,
  execution_date__lte: when,
  submission_date__gte: when,
  submission_date__lte: when,
  modified__gte: when,
  modified__gt: when,
  modified__lte: when,
  modified__lt: when,
  /** One of nonce, created, modified, with a minus for the latest first. */
  ordering: z.optional(z.string()),
  ...paging,
})

const list = {
  method: 'GET',
  summary: 'Proposed and executed transactions of a safe',
  missing: 'nothing',
  params: z.object({ address: strictAddress }),
  query: listQuery,
  paging: { usual: 100, most: 200 },
} as const

export const listServiceTransactions = defineServiceEndpoint({
  ...list,
  path: '/v2/safes/{address}/multisig-transactions/',
  response: transactionPage(serviceTransaction),
})

export const listServiceTransactionsV1 = defineServiceEndpoint({
  ...list,
  path: '/v1/safes/{address}/multisig-transactions/',
  response: transactionPage(serviceTransactionV1),
})

const one = {
  method: 'GET',
  summary: 'One transaction by its hash',
  missing: 'detail',
  params: z.object({ safeTxHash: looseHash }),
} as const

export const getServiceTransaction = defineServiceEndpoint({
  ...one,
  path: '/v2/multisig-transactions/{safeTxHash}/',
  response: serviceTransaction,
})

export const getServiceTransactionV1 = defineServiceEndpoint({
  ...one,
  path: '/v1/multisig-transactions/{safeTxHash}/',
  response: serviceTransactionV1,
})

export const serviceProposal = z.object({
  to: strictAddress,
  value: integer,
  data: orNothing(looseHex),
  operation: operationInteger,
  gasToken: orNothing(strictAddress),
  safeTxGas: integer,
  baseGas: integer,
  gasPrice: integer,
  refundReceiver: orNothing(strictAddress),
  nonce: nonceInteger,
  contractTransactionHash: looseHash,
  sender: strictAddress,
  /** Of one or more owners; without one the proposal is not trusted. */
  signature: orNothing(looseSignature),
  origin: z.optional(z.nullable(z.string())),
})
export type ServiceProposal = z.output<typeof serviceProposal>

export const proposeServiceTransaction = defineServiceEndpoint({
  method: 'POST',
  path: '/v2/safes/{address}/multisig-transactions/',
  aliases: ['/v1/safes/{address}/multisig-transactions/'],
  summary: 'Propose a transaction, or add signatures to a proposal',
  missing: 'refusal',
  refusal: 422,
  params: z.object({ address: strictAddress }),
  body: serviceProposal,
  response: nothing,
  status: 201,
})

export const deleteServiceTransaction = defineServiceEndpoint({
  method: 'DELETE',
  path: '/v2/multisig-transactions/{safeTxHash}/',
  aliases: ['/v1/multisig-transactions/{safeTxHash}/'],
  summary: 'Delete a waiting proposal as its proposer',
  missing: 'detail',
  params: z.object({ safeTxHash: looseHash }),
  body: z.object({
    safeTxHash: z.optional(looseHash),
    signature: looseSignature,
  }),
  response: nothing,
  status: 204,
})

export const listServiceConfirmations = defineServiceEndpoint({
  method: 'GET',
  path: '/v1/multisig-transactions/{safeTxHash}/confirmations/',
  summary: 'Signatures of a transaction',
  missing: 'detail',
  params: z.object({ safeTxHash: looseHash }),
  query: z.object(paging),
  paging: { usual: 100, most: 200 },
  response: servicePage(serviceConfirmation),
})

export const confirmServiceTransaction = defineServiceEndpoint({
  method: 'POST',
  path: '/v1/multisig-transactions/{safeTxHash}/confirmations/',
  summary: 'Add the signatures of one or more owners, all or none',
  missing: 'detail',
  params: z.object({ safeTxHash: looseHash }),
  body: z.object({ signature: looseSignature }),
  response: z.strictObject({ signature: hex }),
  status: 201,
})

export const estimateServiceTransaction = defineServiceEndpoint({
  method: 'POST',
  path: '/v1/safes/{address}/multisig-transactions/estimations/',
  summary: 'Gas that a transaction needs inside the safe',
  missing: 'nothing',
  refusalCode: 30,
  params: z.object({ address: strictAddress }),
  body: z.object({
    to: strictAddress,
    value: integer,
    data: orNothing(looseHex),
    operation: operationInteger,
  }),
  response: z.strictObject({ safeTxGas: z.string() }),
})
