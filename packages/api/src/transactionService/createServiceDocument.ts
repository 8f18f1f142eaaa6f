import type { Schema } from '../endpoint.js'
import type { JsonSchema } from '../jsonSchema.js'
import { describeEndpoints, type OpenApiDocument } from '../openapiDocument.js'
import { nestedText } from '../schemas/dataDecoded.js'
import { messageContent, typedData } from '../schemas/typedData.js'
import { allServiceEndpoints } from './allServiceEndpoints.js'
import { serviceToken } from './assets.js'
import { serviceContract } from './contracts.js'
import {
  serviceDecoded,
  serviceInnerCall,
  serviceParameter,
} from './decoded.js'
import { serviceDelegate } from './delegates.js'
import { serviceModuleTransaction, serviceTransfer } from './history.js'
import { serviceMessage } from './messages.js'
import {
  serviceConfirmation,
  serviceProposal,
  serviceTransaction,
  serviceTransactionV1,
} from './transactions.js'

const names = new Map<Schema, string>([
  [messageContent, 'MessageContent'],
  [nestedText, 'DecodedValue'],
  [serviceConfirmation, 'Confirmation'],
  [serviceContract, 'Contract'],
  [serviceDecoded, 'DataDecoded'],
  [serviceDelegate, 'Delegate'],
  [serviceInnerCall, 'InnerCall'],
  [serviceMessage, 'Message'],
  [serviceModuleTransaction, 'ModuleTransaction'],
  [serviceParameter, 'DecodedParameter'],
  [serviceProposal, 'Proposal'],
  [serviceToken, 'Token'],
  [serviceTransaction, 'MultisigTransaction'],
  [serviceTransactionV1, 'MultisigTransactionV1'],
  [serviceTransfer, 'Transfer'],
  [typedData, 'TypedData'],
])

/** The OpenAPI 3.1 document of this flavour, from the same description. */
export function createServiceDocument(parameters: {
  version: string
  servers: { url: string }[]
}): OpenApiDocument {
  return describeEndpoints({
    ...parameters,
    title: 'Covault transaction service',
    endpoints: allServiceEndpoints,
    names,
    error,
    securitySchemes: { token: { type: 'http', scheme: 'bearer' } },
  })
}

const texts: JsonSchema = { type: 'array', items: { type: 'string' } }

/** A refusal names the fields it is about, or has one of these keys. */
const error: JsonSchema = {
  type: 'object',
  properties: {
    code: { type: 'integer' },
    message: { type: 'string' },
    arguments: texts,
    detail: { type: 'string' },
    exception: { type: 'string' },
    nonFieldErrors: texts,
  },
  additionalProperties: texts,
}
