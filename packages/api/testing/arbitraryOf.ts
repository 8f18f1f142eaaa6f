import fc from 'fast-check'
import { isRecord } from '../src/codecs.js'
import type { JsonSchema } from '../src/jsonSchema.js'

/** Deep enough for a batch in a batch. */
const deepest = 6

/** Any JSON value a schema of the document allows. */
export function arbitraryOf(
  schema: unknown,
  definitions: Record<string, JsonSchema>,
  depth = 0,
): fc.Arbitrary<unknown> {
  if (!isRecord(schema)) throw new Error('A schema is an object.')
  const inner = (next: unknown) => arbitraryOf(next, definitions, depth + 1)
  if (typeof schema.$ref === 'string') {
    const name = schema.$ref.replace('#/components/schemas/', '')
    return inner(definitions[name])
  }
  if (Array.isArray(schema.anyOf))
    return fc.oneof(...reachable(schema.anyOf, depth).map(inner))
  if (Array.isArray(schema.enum)) return fc.constantFrom(...schema.enum)
  if ('const' in schema) return fc.constant(schema.const)
  switch (schema.type) {
    case 'null':
      return fc.constant(null)
    case 'boolean':
      return fc.boolean()
    case 'integer':
    case 'number':
      return fc.integer({
        min: Number(schema.minimum ?? Number.MIN_SAFE_INTEGER),
        max: Number(schema.maximum ?? Number.MAX_SAFE_INTEGER),
      })
    case 'string':
      return arbitraryText(schema)
    case 'array':
      return fc.array(inner(schema.items), {
        maxLength: depth > deepest ? 0 : 3,
      })
    case 'object':
      return arbitraryObject(schema, inner)
    default:
      return anyJson
  }
}

function reachable(options: unknown[], depth: number): unknown[] {
  if (depth <= deepest) return options
  const flat = options.filter(
    (option) =>
      isRecord(option) && ['null', 'string'].includes(`${option.type}`),
  )
  return flat.length > 0 ? flat : options
}

function arbitraryText(schema: JsonSchema): fc.Arbitrary<string> {
  if (typeof schema.pattern !== 'string')
    return fc
      .string({ maxLength: Number(schema.maxLength ?? 40) })
      .filter((text) => !isMisleading(text))
  return fc
    .stringMatching(new RegExp(schema.pattern))
    .filter((text) => !/^[0-9]{16}$/.test(text) || isSafe(text))
}

/** A pattern cannot say "at most 2^53 - 1". */
function isSafe(text: string): boolean {
  return Number.isSafeInteger(Number(text))
}

function arbitraryObject(
  schema: JsonSchema,
  inner: (schema: unknown) => fc.Arbitrary<unknown>,
): fc.Arbitrary<unknown> {
  if (!isRecord(schema.properties))
    return fc.dictionary(
      inner(schema.propertyNames) as fc.Arbitrary<string>,
      inner(schema.additionalProperties),
      { maxKeys: 3, noNullPrototype: true },
    )
  const fields = Object.entries(schema.properties).map(
    ([key, field]) => [key, inner(field)] as const,
  )
  return fc.record(Object.fromEntries(fields), {
    requiredKeys: Array.isArray(schema.required) ? schema.required : [],
    noNullPrototype: true,
  })
}

/** Names that typed data refuses, and parsers of untrusted JSON drop. */
function isMisleading(text: string): boolean {
  return /__proto__|constructor/.test(text)
}

/** Through JSON once, which knows no minus zero and no undefined. */
const anyJson = fc
  .jsonValue({ maxDepth: 2 })
  .map((value) => JSON.stringify(value))
  .filter((text) => !isMisleading(text))
  .map((text): unknown => JSON.parse(text))
