import * as z from 'zod/mini'
import { nothing } from './codecs.js'
import type { Endpoint, Schema } from './endpoint.js'
import {
  type Components,
  describeSchema,
  isRequired,
  type JsonSchema,
} from './jsonSchema.js'
import { liveEventNames } from './liveEventNames.js'

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

/** Calls by resource and name. */
export type EndpointGroups = Readonly<
  Record<string, Readonly<Record<string, Endpoint>>>
>

/** The OpenAPI 3.1 document of some calls, from their own description. */
export function describeEndpoints(parameters: {
  title: string
  version: string
  servers?: { url: string }[] | undefined
  endpoints: EndpointGroups
  /** Schemas that are described once. */
  names: ReadonlyMap<Schema, string>
  error: JsonSchema
  securitySchemes: Record<string, JsonSchema>
}): OpenApiDocument {
  const { title, version, servers, endpoints: groups, names } = parameters
  const components: Components = {
    names,
    definitions: { Error: parameters.error },
  }
  const paths: OpenApiDocument['paths'] = {}
  const templates = nameTemplates(groups)
  for (const [resource, endpoints] of Object.entries(groups))
    for (const [name, endpoint] of Object.entries(endpoints))
      addEndpoint(paths, { resource, name, endpoint, components, templates })
  return {
    openapi: '3.1.0',
    info: { title, version },
    ...(servers && { servers }),
    paths,
    components: {
      schemas: components.definitions,
      securitySchemes: parameters.securitySchemes,
    },
  }
}

/** A path of the document by what is left of it without parameter names. */
type Templates = ReadonlyMap<string, string>

/**
 * A document holds a path once, however its parameters are called. Where two
 * calls share one, the parameter has the name it has for reading.
 */
function nameTemplates(groups: EndpointGroups): Templates {
  const paths = Object.values(groups)
    .flatMap((group) => Object.values(group))
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
