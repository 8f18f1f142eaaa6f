import { allEndpoints } from './allEndpoints.js'
import type { Schema } from './endpoint.js'
import { appConfig } from './endpoints/appConfig.js'
import { balances } from './endpoints/balances.js'
import { chainInfo } from './endpoints/chains.js'
import { collectible } from './endpoints/collectibles.js'
import { contract } from './endpoints/contracts.js'
import { delegate } from './endpoints/delegates.js'
import { liveEventData } from './endpoints/live.js'
import { message, messageListItem } from './endpoints/messages.js'
import { safeApp } from './endpoints/safeApps.js'
import { safeCreation, safeInfo, safeOverview } from './endpoints/safes.js'
import { transactionProposal } from './endpoints/transactions.js'
import type { JsonSchema } from './jsonSchema.js'
import { describeEndpoints, type OpenApiDocument } from './openapiDocument.js'
import { addressInfo } from './schemas/addressInfo.js'
import {
  dataDecoded,
  decodedCall,
  decodedParameter,
  innerTransaction,
  nestedText,
} from './schemas/dataDecoded.js'
import { settingsInfo } from './schemas/settingsInfo.js'
import { registeredToken, tokenInfo } from './schemas/tokenInfo.js'
import {
  detailedExecutionInfo,
  transactionData,
  transactionDetails,
} from './schemas/transactionDetails.js'
import { transactionInfo, transferInfo } from './schemas/transactionInfo.js'
import {
  executionInfo,
  historyItem,
  queueItem,
  transactionListItem,
  transactionSummary,
} from './schemas/transactionSummary.js'
import { messageContent, typedData } from './schemas/typedData.js'

export { allEndpoints } from './allEndpoints.js'

export type { OpenApiDocument } from './openapiDocument.js'

const componentNames = new Map<Schema, string>([
  [addressInfo, 'AddressInfo'],
  [appConfig, 'AppConfig'],
  [balances, 'Balances'],
  [chainInfo, 'ChainInfo'],
  [collectible, 'Collectible'],
  [contract, 'Contract'],
  [dataDecoded, 'DataDecoded'],
  [decodedCall, 'DecodedCall'],
  [decodedParameter, 'DecodedParameter'],
  [delegate, 'Delegate'],
  [detailedExecutionInfo, 'DetailedExecutionInfo'],
  [executionInfo, 'ExecutionInfo'],
  [historyItem, 'HistoryItem'],
  [innerTransaction, 'InnerTransaction'],
  [liveEventData, 'LiveEventData'],
  [message, 'Message'],
  [messageContent, 'MessageContent'],
  [messageListItem, 'MessageListItem'],
  [nestedText, 'DecodedValue'],
  [queueItem, 'QueueItem'],
  [registeredToken, 'RegisteredToken'],
  [safeApp, 'SafeApp'],
  [safeCreation, 'SafeCreation'],
  [safeInfo, 'SafeInfo'],
  [safeOverview, 'SafeOverview'],
  [settingsInfo, 'SettingsInfo'],
  [tokenInfo, 'TokenInfo'],
  [transactionData, 'TransactionData'],
  [transactionDetails, 'TransactionDetails'],
  [transactionInfo, 'TransactionInfo'],
  [transactionListItem, 'TransactionListItem'],
  [transactionProposal, 'TransactionProposal'],
  [transactionSummary, 'TransactionSummary'],
  [transferInfo, 'TransferInfo'],
  [typedData, 'TypedData'],
])

/** The OpenAPI 3.1 document of every call, from the same description. */
export function createOpenApiDocument({
  title = 'Covault gateway',
  version,
  servers,
}: {
  title?: string
  version: string
  servers?: { url: string }[]
}): OpenApiDocument {
  return describeEndpoints({
    title,
    version,
    servers,
    endpoints: allEndpoints,
    names: componentNames,
    error: errorSchema,
    securitySchemes: {
      session: { type: 'apiKey', in: 'cookie', name: 'access_token' },
    },
  })
}

/** The three shapes in one: `message` is the only field they all have. */
const errorSchema: JsonSchema = {
  type: 'object',
  properties: {
    code: { type: ['integer', 'string'] },
    statusCode: { type: 'integer' },
    message: { type: 'string' },
    error: { type: 'string' },
    path: { type: 'array', items: { type: ['string', 'integer'] } },
  },
  required: ['message'],
}
