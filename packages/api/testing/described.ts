import type fc from 'fast-check'
import type { Endpoint, Schema } from '../src/endpoint.js'
import type { JsonSchema } from '../src/jsonSchema.js'
import { createOpenApiDocument } from '../src/openapi.js'
import { arbitraryOf } from './arbitraryOf.js'

const document = createOpenApiDocument({ version: '0' })

/** A part of a call: its schema, and what the document says of it. */
export type Part = { schema: Schema; described: JsonSchema }

export type RequestPart = 'params' | 'query' | 'body'

/** Any value of the wire that the document allows there. */
export function valuesOf({ described }: Part): fc.Arbitrary<unknown> {
  return arbitraryOf(described, document.components.schemas)
}

export function describeResponse(endpoint: Endpoint): Part {
  const { responses } = operationOf(endpoint)
  const answer = Object(responses)[String(endpoint.status ?? 200)]
  return { schema: endpoint.response, described: contentOf(answer) }
}

/** Those parts of a request that the endpoint has. */
export function describeRequest(
  endpoint: Endpoint,
): Partial<Record<RequestPart, Part>> {
  const { params, query, body } = endpoint
  return {
    ...(params && {
      params: { schema: params, described: parametersOf(endpoint, 'path') },
    }),
    ...(query && {
      query: { schema: query, described: parametersOf(endpoint, 'query') },
    }),
    ...(body && {
      body: {
        schema: body,
        described: contentOf(operationOf(endpoint).requestBody),
      },
    }),
  }
}

/** The document may call the parameters of a path by other names. */
function pathInDocument({ path }: Endpoint): string {
  const withoutNames = (each: string) => each.replace(/\{\w+\}/g, '{}')
  const found = Object.keys(document.paths).find(
    (each) => withoutNames(each) === withoutNames(path),
  )
  if (!found) throw new Error(`${path} is not in the document.`)
  return found
}

function operationOf(endpoint: Endpoint): JsonSchema {
  const { method } = endpoint
  const path = pathInDocument(endpoint)
  const operation = document.paths[path]?.[method.toLowerCase()]
  if (!operation) throw new Error(`${method} ${path} is not in the document.`)
  return operation
}

function contentOf(holder: unknown): JsonSchema {
  const [content] = Object.values(Object(Object(holder).content))
  return Object(content).schema as JsonSchema
}

function parametersOf(endpoint: Endpoint, place: 'path' | 'query'): JsonSchema {
  const parameters = (operationOf(endpoint).parameters as JsonSchema[]).filter(
    (parameter) => parameter.in === place,
  )
  const nameOf = (parameter: JsonSchema) =>
    place === 'path' ? ownName(endpoint, parameter.name) : parameter.name
  return {
    type: 'object',
    properties: Object.fromEntries(
      parameters.map((parameter) => [nameOf(parameter), parameter.schema]),
    ),
    required: parameters.filter((parameter) => parameter.required).map(nameOf),
  }
}

function ownName(endpoint: Endpoint, name: unknown): unknown {
  const position = pathInDocument(endpoint).split('/').indexOf(`{${name}}`)
  return endpoint.path.split('/')[position]?.slice(1, -1)
}
