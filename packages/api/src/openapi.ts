import * as z from 'zod/mini'
import { allEndpoints } from './allEndpoints.js'
import { nothing } from './codecs.js'
import type { Endpoint, Schema } from './endpoint.js'
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
import {
  type Components,
  describeSchema,
  isRequired,
  type JsonSchema,
} from './jsonSchema.js'
import { liveEventNames } from './liveEventNames.js'
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

export type OpenApiDocument = {
  openapi: string
  info: { title: string; version: string }
  servers?: { url: string }[]
  paths: Record<string, Record<string, JsonSchema>>
  components: {
    schemas: Record<string, JsonSchema>
    securitySchemes: Record<string, JsonSchema>
  }
}

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
  const components: Components = {
    names: componentNames,
    definitions: { Error: errorSchema },
  }
  const paths: OpenApiDocument['paths'] = {}
  const templates = nameTemplates()
  for (const [resource, endpoints] of Object.entries(allEndpoints))
    for (const [name, endpoint] of Object.entries<Endpoint>(endpoints))
      addEndpoint(paths, { resource, name, endpoint, components, templates })
  return {
    openapi: '3.1.0',
    info: { title, version },
    ...(servers && { servers }),
    paths,
    components: {
      schemas: components.definitions,
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: 'access_token' },
      },
    },
  }
}

/** A path of the document by what is left of it without parameter names. */
type Templates = ReadonlyMap<string, string>

/**
 * A document holds a path once, however its parameters are called. Where two
 * calls share one, the parameter has the name it has for reading.
 */
function nameTemplates(): Templates {
  const paths = Object.values(allEndpoints)
    .flatMap((group) => Object.values<Endpoint>(group))
    // Of two the later one stays.
    .sort((a, b) => Number(a.method === 'GET') - Number(b.method === 'GET'))
    .flatMap(pathsOf)
  return new Map(paths.map((path) => [withoutNames(path), path]))
}

function pathsOf({ path, aliases = [] }: Endpoint): string[] {
  return [path, ...aliases]
}

function withoutNames(path: string): string {
  return path.replace(/\{\w+\}/g, '{}')
}

function namesIn(path: string): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
}

type Entry = {
  resource: string
  name: string
  endpoint: Endpoint
  components: Components
  templates: Templates
}

function addEndpoint(paths: OpenApiDocument['paths'], entry: Entry): void {
  const { endpoint, name, templates } = entry
  const method = endpoint.method.toLowerCase()
  for (const own of pathsOf(endpoint)) {
    const path = templates.get(withoutNames(own)) ?? own
    const version = own.split('/')[1]
    const operation = {
      operationId: own === endpoint.path ? name : `${name}_${version}`,
      ...describeOperation(entry, new Map(zip(namesIn(own), namesIn(path)))),
    }
    paths[path] = { ...paths[path], [method]: operation }
  }
}

function zip(keys: string[], values: string[]): [string, string][] {
  return keys.map((key, index) => [key, values[index] ?? key])
}

function describeOperation(
  entry: Entry,
  pathNames: ReadonlyMap<string, string>,
): JsonSchema {
  const { resource, endpoint, components } = entry
  const { body, session } = endpoint
  return {
    summary: endpoint.summary,
    tags: [resource],
    parameters: [
      ...describeParameters(endpoint.params, 'path', components).map(
        (parameter) => ({
          ...parameter,
          name: pathNames.get(parameter.name) ?? parameter.name,
        }),
      ),
      ...describeParameters(endpoint.query, 'query', components),
      ...describeParameters(endpoint.headers, 'header', components),
    ],
    ...(body && {
      requestBody: {
        required: true,
        content: jsonContent(
          describeSchema(body, { components, direction: 'read' }),
        ),
      },
    }),
    responses: {
      [String(endpoint.status ?? 200)]: describeAnswer(endpoint, components),
      default: {
        description: 'An error',
        content: jsonContent({ $ref: '#/components/schemas/Error' }),
      },
    },
    ...(session && { security: [{ session: [] }] }),
  }
}

type Parameter = JsonSchema & { name: string }

function describeParameters(
  schema: Schema | undefined,
  place: 'path' | 'query' | 'header',
  components: Components,
): Parameter[] {
  if (!(schema instanceof z.ZodMiniObject)) return []
  return Object.entries(schema.shape).map(([name, field]) => ({
    name,
    in: place,
    required: isRequired(field, 'read'),
    schema: describeSchema(field as Schema, { components, direction: 'read' }),
  }))
}

function describeAnswer(
  endpoint: Endpoint,
  components: Components,
): JsonSchema {
  const { response } = endpoint
  if (response === nothing) return { description: 'Nothing' }
  const schema = describeSchema(response, { components, direction: 'written' })
  if (endpoint.stream)
    return {
      description: liveDescription,
      content: { 'text/event-stream': { schema } },
    }
  return { description: 'The answer', content: jsonContent(schema) }
}

const liveDescription = `Server-sent events; this is the data of each. Their names are ${liveEventNames.join(', ')}. The id of the last event, as the header last-event-id or as lastEventId in the query, resumes after it; after one the server no longer knows the stream begins with reset.`

function jsonContent(schema: JsonSchema): JsonSchema {
  return { 'application/json': { schema } }
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
