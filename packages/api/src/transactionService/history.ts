import * as z from 'zod/mini'
import { address, hash, hex } from '../codecs.js'
import { serviceToken } from './assets.js'
import {
  booleanWord,
  integer,
  looseHash,
  moment,
  operationInteger,
  strictAddress,
} from './codecs.js'
import { serviceDecoded } from './decoded.js'
import { paging, servicePage } from './page.js'
import { defineServiceEndpoint } from './serviceEndpoint.js'
import { serviceTransaction, serviceTransactionV1 } from './transactions.js'

export const transferTypes = [
  'ETHER_TRANSFER',
  'ERC20_TRANSFER',
  'ERC721_TRANSFER',
  'UNKNOWN',
] as const

export const serviceTransfer = z.strictObject({
  type: z.enum(transferTypes),
  executionDate: z.string(),
  blockNumber: z.number(),
  transactionHash: hash,
  to: address,
  /** Null for what is told by its id. */
  value: z.nullable(z.string()),
  tokenId: z.nullable(z.string()),
  tokenAddress: z.nullable(address),
  transferId: z.string(),
  tokenInfo: z.nullable(serviceToken),
  from: address,
})

const moduleFields = {
  created: z.string(),
  executionDate: z.string(),
  blockNumber: z.number(),
  isSuccessful: z.boolean(),
  transactionHash: hash,
  safe: address,
  module: address,
  to: address,
  value: z.string(),
  data: z.nullable(hex),
  operation: z.number(),
  dataDecoded: z.nullable(serviceDecoded),
  moduleTransactionId: z.string(),
}

export const serviceModuleTransaction = z.strictObject(moduleFields)

const transfers = { transfers: z.array(serviceTransfer) }

const moduleItem = z.strictObject({
  ...moduleFields,
  ...transfers,
  txType: z.literal('MODULE_TRANSACTION'),
})

/** A transaction of somebody else that moved something of the safe. */
const ethereumItem = z.strictObject({
  executionDate: z.string(),
  to: z.nullable(address),
  data: z.nullable(hex),
  txHash: hash,
  blockNumber: z.number(),
  from: z.nullable(address),
  ...transfers,
  txType: z.literal('ETHEREUM_TRANSACTION'),
})

const txType = z.literal('MULTISIG_TRANSACTION')

const all = {
  method: 'GET',
  summary: 'Everything that happened in a safe, by transaction',
  hasTag: true,
  missing: 'nothing',
  params: z.object({ address: strictAddress }),
  query: z.object({ ordering: z.optional(z.string()), ...paging }),
  paging: { usual: 20, most: 100 },
} as const

export const listServiceHistory = defineServiceEndpoint({
  ...all,
  path: '/v2/safes/{address}/all-transactions/',
  response: servicePage(
    z.union([
      z.extend(serviceTransaction, { ...transfers, txType }),
      moduleItem,
      ethereumItem,
    ]),
  ),
})

export const listServiceHistoryV1 = defineServiceEndpoint({
  ...all,
  path: '/v1/safes/{address}/all-transactions/',
  response: servicePage(
    z.union([
      z.extend(serviceTransactionV1, { ...transfers, txType }),
      moduleItem,
      ethereumItem,
    ]),
  ),
})

const whole = z.optional(integer)
const when = z.optional(moment)
const choice = z.optional(booleanWord)

const transferList = {
  method: 'GET',
  missing: 'nothing',
  params: z.object({ address: strictAddress }),
  query: z.object({
    _from: z.optional(strictAddress),
    to: z.optional(strictAddress),
    token_address: z.optional(strictAddress),
    transaction_hash: z.optional(looseHash),
    value: whole,
    value__gt: whole,
    value__lt: whole,
    block_number: whole,
    block_number__gt: whole,
    block_number__lt: whole,
    execution_date__gte: when,
    execution_date__gt: when,
    execution_date__lte: when,
    execution_date__lt: when,
    erc20: choice,
    erc721: choice,
    ether: choice,
    ...paging,
  }),
  paging: { usual: 100, most: 200 },
  response: servicePage(serviceTransfer),
} as const

export const listServiceTransfers = defineServiceEndpoint({
  ...transferList,
  path: '/v1/safes/{address}/transfers/',
  summary: 'Transfers to and from a safe',
})

export const listServiceIncoming = defineServiceEndpoint({
  ...transferList,
  path: '/v1/safes/{address}/incoming-transfers/',
  summary: 'What came in',
})

export const getServiceTransfer = defineServiceEndpoint({
  method: 'GET',
  path: '/v1/transfer/{transferId}/',
  summary: 'One transfer',
  missing: 'detail',
  params: z.object({ transferId: z.string() }),
  response: serviceTransfer,
})

export const listServiceModuleTransactions = defineServiceEndpoint({
  method: 'GET',
  path: '/v1/safes/{address}/module-transactions/',
  summary: 'Transactions executed by modules',
  missing: 'nothing',
  params: z.object({ address: strictAddress }),
  query: z.object({
    module: z.optional(strictAddress),
    to: z.optional(strictAddress),
    operation: z.optional(operationInteger),
    failed: choice,
    block_number: whole,
    block_number__gt: whole,
    block_number__lt: whole,
    transaction_hash: z.optional(looseHash),
    ordering: z.optional(z.string()),
    ...paging,
  }),
  paging: { usual: 100, most: 200 },
  response: servicePage(serviceModuleTransaction),
})

export const getServiceModuleTransaction = defineServiceEndpoint({
  method: 'GET',
  path: '/v1/module-transaction/{moduleTransactionId}/',
  summary: 'One transaction of a module',
  missing: 'detail',
  params: z.object({ moduleTransactionId: z.string() }),
  response: serviceModuleTransaction,
})

const text = z.nullable(z.string())

export const exportServiceTransfers = defineServiceEndpoint({
  method: 'GET',
  path: '/v1/safes/{address}/export/',
  summary: 'Movements with their reasons, for accounting',
  missing: 'nothing',
  params: z.object({ address: strictAddress }),
  query: z.object({
    execution_date__gte: when,
    execution_date__lte: when,
    ...paging,
  }),
  paging: { usual: 10, most: 1_000 },
  response: servicePage(
    z.strictObject({
      safe: address,
      from: address,
      to: address,
      amount: z.string(),
      assetType: z.enum(['native', 'erc20', 'erc721', 'erc1155']),
      assetAddress: z.nullable(address),
      assetSymbol: text,
      assetDecimals: z.nullable(z.number()),
      proposerAddress: z.nullable(address),
      proposedAt: text,
      executorAddress: z.nullable(address),
      executedAt: z.string(),
      note: text,
      transactionHash: hash,
      contractAddress: z.nullable(address),
      nonce: text,
      gasToken: z.nullable(address),
      payment: text,
      gasTokenSymbol: text,
      gasTokenDecimals: z.nullable(z.number()),
    }),
  ),
})
