import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { arbitraryOf } from '../testing/arbitraryOf.js'
import { allEndpoints } from './allEndpoints.js'
import { isRecord, nothing } from './codecs.js'
import type { Endpoint, Schema } from './endpoint.js'
import { getDelegates, removeDelegate } from './endpoints/delegates.js'
import type { JsonSchema } from './jsonSchema.js'
import { createOpenApiDocument } from './openapi.js'

/**
 * Values are made from the document, so these properties also say that the
 * document promises nothing the schemas refuse.
 */
const document = createOpenApiDocument({ version: '0' })
const runs = { numRuns: 40 }

type Part = { name: string; schema: Schema; described: JsonSchema }

const endpoints: [string, Endpoint][] = Object.values(allEndpoints).flatMap(
  (group) => Object.entries<Endpoint>(group),
)

const responses: Part[] = endpoints
  .filter(([, endpoint]) => endpoint.response !== nothing)
  .map(([name, endpoint]) => ({
    name,
    schema: endpoint.response,
    described: describedResponse(endpoint),
  }))

const requests: Part[] = endpoints.flatMap(([name, endpoint]) => [
  ...describedParts(name, endpoint, 'params', 'path'),
  ...describedParts(name, endpoint, 'query', 'query'),
  ...(endpoint.body
    ? [
        {
          name: `${name} body`,
          schema: endpoint.body,
          described: contentOf(operationOf(endpoint).requestBody),
        },
      ]
    : []),
])

describe('answers', () => {
  test.each(responses)('of $name are read and written back', (part) => {
    fc.assert(
      fc.property(valuesOf(part), (wire) => {
        const domain = z.decode(part.schema, wire)
        const written = z.encode(part.schema, domain)
        expect(inLowerCase(written)).toEqual(inLowerCase(wire))
        expect(z.decode(part.schema, written)).toEqual(domain)
      }),
      runs,
    )
  })
})

describe('requests', () => {
  test.each(requests)('with $name are read and written back', (part) => {
    const { schema } = part
    // A document cannot say "at least one of these".
    const mayLack =
      schema === getDelegates.query || schema === removeDelegate.body
    fc.assert(
      fc.property(valuesOf(part), (wire) => {
        const read = z.safeDecode(schema, wire)
        fc.pre(!mayLack || read.success)
        if (!read.success) throw read.error
        const written = z.encode(schema, read.data)
        expect(z.decode(schema, written)).toEqual(read.data)
      }),
      runs,
    )
  })
})

function valuesOf({ described }: Part): fc.Arbitrary<unknown> {
  return arbitraryOf(described, document.components.schemas)
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

function describedResponse(endpoint: Endpoint): JsonSchema {
  const { responses: answers } = operationOf(endpoint)
  return contentOf(Object(answers)[String(endpoint.status ?? 200)])
}

function contentOf(holder: unknown): JsonSchema {
  const [content] = Object.values(Object(Object(holder).content))
  return Object(content).schema as JsonSchema
}

function describedParts(
  name: string,
  endpoint: Endpoint,
  part: 'params' | 'query',
  place: 'path' | 'query',
): Part[] {
  const schema = endpoint[part]
  if (!schema) return []
  const parameters = (operationOf(endpoint).parameters as JsonSchema[]).filter(
    (parameter) => parameter.in === place,
  )
  const nameOf = (parameter: JsonSchema) =>
    place === 'path' ? ownName(endpoint, parameter.name) : parameter.name
  const described = {
    type: 'object',
    properties: Object.fromEntries(
      parameters.map((parameter) => [nameOf(parameter), parameter.schema]),
    ),
    required: parameters.filter((parameter) => parameter.required).map(nameOf),
  }
  return [{ name: `${name} ${part}`, schema, described }]
}

function ownName(endpoint: Endpoint, name: unknown): unknown {
  const position = pathInDocument(endpoint).split('/').indexOf(`{${name}}`)
  return endpoint.path.split('/')[position]?.slice(1, -1)
}

/** Addresses and hashes are normalised, so their letter case may change. */
function inLowerCase(value: unknown): unknown {
  if (typeof value === 'string')
    return /^0x[0-9a-fA-F]+$/.test(value) ? value.toLowerCase() : value
  if (Array.isArray(value)) return value.map(inLowerCase)
  if (!isRecord(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      inLowerCase(key),
      inLowerCase(inner),
    ]),
  )
}
