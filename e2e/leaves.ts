import { createOpenApiDocument } from '@covault/api/openapi'

/** JSON as it travels. */
export type Json = null | boolean | number | string | Json[] | JsonObject
export type JsonObject = { [key: string]: Json }

export type Schema = {
  $ref?: string
  anyOf?: Schema[]
  type?: string
  const?: Json
  enum?: Json[]
  pattern?: string
  properties?: Record<string, Schema>
  items?: Schema
  additionalProperties?: Schema
}

export type Kind =
  | 'address'
  | 'hash'
  | 'bytes'
  | 'amount'
  | 'number'
  | 'text'
  | 'boolean'
  | 'choice'
  | 'variant'
  | 'absence'
  | 'list'

/** One place in an answer that a liar can change. */
export type Leaf = {
  /** As in the schema: `confirmations[].signer.value`, `txInfo<Transfer>`. */
  path: string
  kind: Kind
  keys: readonly (string | number)[]
  value: Json
  schema: Schema
}

const document = createOpenApiDocument({ version: '0' })

/** How the answer to a GET of the path is described. */
export function findSchema(path: string): Schema {
  const operation = document.paths[path]?.get as
    | {
        responses: Record<
          string,
          { content?: Record<string, { schema: Schema }> }
        >
      }
    | undefined
  const schema = operation?.responses['200']?.content?.['application/json']
  if (!schema) throw new Error(`The API has no answer for ${path}.`)
  return schema.schema
}

/** Every place that the schema of an answer has, by its name and kind. */
export function listSchemaLeaves(path: string): Set<string> {
  const found = new Set<string>()
  walkSchema(findSchema(path), { path: '', refs: new Map() }, found)
  return found
}

/** Every place that an answer has. */
export function listLeaves(path: string, answer: Json): Leaf[] {
  const found: Leaf[] = []
  walkValue(findSchema(path), answer, {
    path: '',
    keys: [],
    refs: new Map(),
    found,
  })
  return found
}

export function nameLeaf({ path, kind }: Pick<Leaf, 'path' | 'kind'>): string {
  return `${path} ${kind}`
}

type Refs = ReadonlyMap<string, string>

function walkSchema(
  given: Schema,
  { path, refs }: { path: string; refs: Refs },
  found: Set<string>,
): void {
  if (given.$ref && refs.has(given.$ref)) return
  const schema = resolve(given)
  const inner = given.$ref ? new Map(refs).set(given.$ref, path) : refs
  const add = (kind: Kind) => found.add(nameLeaf({ path, kind }))
  const go = (next: Schema, step: string) =>
    walkSchema(next, { path: path + step, refs: inner }, found)
  const { options, isNullable } = readOptions(schema)
  if (isNullable) add('absence')
  for (const option of options) {
    const one = resolve(option)
    if (options.length > 1 && !one.properties && !one.items) {
      go(option, '')
      continue
    }
    if (option !== schema) {
      go(option, nameVariant(option, options))
      continue
    }
    if (one.properties) {
      for (const [key, field] of Object.entries(one.properties))
        go(field, `.${key}`)
    } else if (one.items) {
      add('list')
      go(one.items, '[]')
    } else if (one.additionalProperties) go(one.additionalProperties, '{}')
    else if (one.type === undefined && !one.enum && one.const === undefined)
      go({ type: 'string' }, '.*')
    else add(readKind(one))
  }
}

function walkValue(
  given: Schema,
  value: Json,
  at: { path: string; keys: (string | number)[]; refs: Refs; found: Leaf[] },
): void {
  const path = (given.$ref && at.refs.get(given.$ref)) ?? at.path
  const refs = given.$ref ? new Map(at.refs).set(given.$ref, path) : at.refs
  const { keys, found } = at
  const schema = resolve(given)
  const add = (kind: Kind, described = schema) =>
    found.push({ path, kind, keys, value, schema: described })
  const go = (next: Schema, inner: Json, step: string, key?: string | number) =>
    walkValue(next, inner, {
      path: path + step,
      keys: key === undefined ? keys : [...keys, key],
      refs,
      found,
    })
  const { options, isNullable } = readOptions(schema)
  if (isNullable) add('absence', options[0])
  if (value === null) return
  const option = options.find((one) => fits(one, value))
  if (!option) return
  if (option !== schema) {
    const isPlain = !resolve(option).properties && !resolve(option).items
    const step = isPlain ? '' : nameVariant(option, options)
    go(option, value, step)
    return
  }
  if (schema.properties && isObject(value)) {
    for (const [key, field] of Object.entries(schema.properties))
      if (value[key] !== undefined) go(field, value[key], `.${key}`, key)
  } else if (schema.items && Array.isArray(value)) {
    add('list')
    for (const [index, one] of value.entries())
      go(schema.items, one, '[]', index)
  } else if (isObject(value)) {
    const described = schema.additionalProperties
    for (const [key, one] of Object.entries(value))
      go(described ?? {}, one, described ? '{}' : '', key)
  } else if (Array.isArray(value)) {
    for (const [index, one] of value.entries()) go({}, one, '', index)
  } else if (schema.type || schema.enum || schema.const !== undefined)
    add(readKind(schema))
  else
    found.push({
      path: `${path}.*`,
      kind: { string: 'text', number: 'number', boolean: 'boolean' }[
        typeof value as 'string' | 'number' | 'boolean'
      ] as Kind,
      keys,
      value,
      schema,
    })
}

export function resolve(schema: Schema): Schema {
  if (!schema.$ref) return schema
  const name = schema.$ref.split('/').at(-1) ?? ''
  return resolve((document.components.schemas[name] ?? {}) as Schema)
}

export function readOptions(schema: Schema): {
  options: Schema[]
  isNullable: boolean
} {
  if (!schema.anyOf) return { options: [schema], isNullable: false }
  const options = schema.anyOf.filter(({ type }) => type !== 'null')
  return { options, isNullable: options.length < schema.anyOf.length }
}

/** Which of several it is; nothing where there is one. */
export function nameVariant(
  option: Schema,
  options: readonly Schema[],
): string {
  const type = resolve(option).properties?.type?.const
  if (type !== undefined) return `<${String(type)}>`
  return options.length > 1 && resolve(option).items ? '<several>' : ''
}

export function fits(option: Schema, value: Json): boolean {
  const { properties, items, anyOf, type } = resolve(option)
  if (anyOf) return anyOf.some((one) => fits(one, value))
  if (items) return Array.isArray(value)
  if (properties) {
    const name = properties.type?.const
    return isObject(value) && (name === undefined || value.type === name)
  }
  if (type === 'string') return typeof value === 'string'
  return true
}

export function isObject(value: Json): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function readKind({ type, pattern = '', ...schema }: Schema): Kind {
  if (schema.const !== undefined) return 'variant'
  if (schema.enum) return 'choice'
  if (type === 'boolean') return 'boolean'
  if (type !== 'string') return 'number'
  if (pattern.includes('{40}')) return 'address'
  if (pattern.includes('{64}')) return 'hash'
  if (pattern.startsWith('^0x')) return 'bytes'
  if (pattern.includes('[1-9]')) return 'amount'
  return 'text'
}
