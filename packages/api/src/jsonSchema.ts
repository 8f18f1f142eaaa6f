import { BaseError } from '@covault/protocol'
import * as z from 'zod/mini'
import type { Schema } from './endpoint.js'

/** JSON Schema 2020-12, as OpenAPI 3.1 uses it. */
export type JsonSchema = { [keyword: string]: unknown }

/** Schemas that are described once and referred to by name. */
export type Components = {
  readonly names: ReadonlyMap<Schema, string>
  readonly definitions: Record<string, JsonSchema>
}

/** What is read may lack keys that have a default; what is written has them. */
type Direction = 'read' | 'written'

type Context = { components: Components; direction: Direction }

/** The wire side of a schema. */
export function describeSchema(schema: Schema, context: Context): JsonSchema {
  const name = context.components.names.get(schema)
  if (name === undefined) return describeInline(schema, context)
  const { definitions } = context.components
  if (!(name in definitions)) {
    // Named before it is described, so that a recursion finds it.
    definitions[name] = {}
    definitions[name] = describeInline(schema, context)
  }
  return { $ref: `#/components/schemas/${name}` }
}

function describeInline(schema: z.core.$ZodType, context: Context): JsonSchema {
  const { def } = (schema as z.core.$ZodTypes)._zod
  const describe = (inner: z.core.$ZodType) =>
    describeSchema(inner as Schema, context)
  switch (def.type) {
    case 'string':
      return { type: 'string', ...describeChecks(schema) }
    case 'number':
      return { type: 'number', ...describeChecks(schema) }
    case 'boolean':
      return { type: 'boolean' }
    case 'unknown':
      return {}
    case 'null':
      return { type: 'null' }
    case 'never':
      return { not: {} }
    case 'literal':
      return describeValues(def.values)
    case 'enum':
      return describeValues(Object.values(def.entries))
    case 'array':
      return { type: 'array', items: describe(def.element) }
    case 'object':
      return describeObject(def.shape, context)
    case 'record':
      return {
        type: 'object',
        propertyNames: describe(def.keyType),
        additionalProperties: describe(def.valueType),
      }
    case 'union':
      return { anyOf: def.options.filter(isWritten).map(describe) }
    case 'nullable':
      return isNullOnlyRead(def.innerType)
        ? describe(def.innerType)
        : { anyOf: [describe(def.innerType), { type: 'null' }] }
    case 'default':
      return {
        ...describe(def.innerType),
        ...describeDefault(def, context.direction),
      }
    case 'optional':
    case 'catch':
      return describe(def.innerType)
    case 'lazy':
      return describe(def.getter())
    case 'pipe':
      // A codec that takes anything normalises it to what its end describes.
      return describe(isAnything(def.in) ? def.out : def.in)
    default:
      throw new UndescribedSchemaError(def.type)
  }
}

function describeValues(values: readonly unknown[]): JsonSchema {
  return values.length === 1 ? { const: values[0] } : { enum: [...values] }
}

function describeObject(
  shape: Readonly<Record<string, z.core.$ZodType>>,
  context: Context,
): JsonSchema {
  const fields = Object.entries(shape)
  const required = fields
    .filter(([, field]) => isRequired(field, context.direction))
    .map(([key]) => key)
  return {
    type: 'object',
    properties: Object.fromEntries(
      fields.map(([key, field]) => [
        key,
        describeSchema(field as Schema, context),
      ]),
    ),
    ...(required.length > 0 && { required }),
  }
}

export function isRequired(
  field: z.core.$ZodType,
  direction: Direction,
): boolean {
  const { type } = field._zod.def
  return type !== 'optional' && !(direction === 'read' && type === 'default')
}

/** The variant for all unknown ones is never on the wire. */
function isWritten(option: z.core.$ZodType): boolean {
  const { def } = (option as z.core.$ZodTypes)._zod
  if (def.type !== 'object') return true
  const type = (def.shape.type as z.core.$ZodTypes | undefined)?._zod.def
  return !(type?.type === 'literal' && type.values.includes('UNKNOWN'))
}

/** See `acceptNull`: others may send null, this server does not. */
function isNullOnlyRead(inner: z.core.$ZodType): boolean {
  return inner._zod.def.type === 'default'
}

function describeDefault(
  { innerType, defaultValue }: z.core.$ZodDefaultDef,
  direction: Direction,
): JsonSchema {
  if (direction === 'written' || defaultValue === null) return {}
  return { default: z.encode(innerType, defaultValue) }
}

function isAnything(schema: z.core.$ZodType): boolean {
  return schema._zod.def.type === 'unknown'
}

function describeChecks(schema: z.core.$ZodType): JsonSchema {
  const { def } = schema._zod
  const own = def as unknown as z.core.$ZodCheckDef
  const checks = (def.checks ?? []).map((check) => check._zod.def)
  return Object.assign({}, ...[own, ...checks].map(describeCheck))
}

function describeCheck(definition: z.core.$ZodCheckDef): JsonSchema {
  const check = definition as z.core.$ZodChecks['_zod']['def']
  switch (check.check) {
    case 'string_format':
      return 'pattern' in check && check.pattern
        ? { pattern: check.pattern.source }
        : {}
    case 'number_format':
      return { type: 'integer' }
    case 'greater_than':
      return { minimum: check.value }
    case 'less_than':
      return { maximum: check.value }
    case 'max_length':
      return { maxLength: check.maximum }
    default:
      return {}
  }
}

class UndescribedSchemaError extends BaseError {
  override name = 'UndescribedSchemaError'

  constructor(type: string) {
    super(`Schemas of the type ${type} have no description in JSON Schema yet.`)
  }
}
