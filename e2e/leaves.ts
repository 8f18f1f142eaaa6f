import { createOpenApiDocument } from '@covault/api/openapi'

/** JSON as it travels. */
export type Json = null | boolean | number | string | Json[] | JsonObject
type JsonObject = { [key: string]: Json }

type Schema = {
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
function findSchema(path: string): Schema {
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

function resolve(schema: Schema): Schema {
  if (!schema.$ref) return schema
  const name = schema.$ref.split('/').at(-1) ?? ''
  return resolve((document.components.schemas[name] ?? {}) as Schema)
}

function readOptions(schema: Schema): {
  options: Schema[]
  isNullable: boolean
} {
  if (!schema.anyOf) return { options: [schema], isNullable: false }
  const options = schema.anyOf.filter(({ type }) => type !== 'null')
  return { options, isNullable: options.length < schema.anyOf.length }
}

/** Which of several it is; nothing where there is one. */
function nameVariant(option: Schema, options: readonly Schema[]): string {
  const type = resolve(option).properties?.type?.const
  if (type !== undefined) return `<${String(type)}>`
  return options.length > 1 && resolve(option).items ? '<several>' : ''
}

function fits(option: Schema, value: Json): boolean {
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

function isObject(value: Json): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function readKind({ type, pattern = '', ...schema }: Schema): Kind {
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

export type Mutation = { name: string; value: Json }

const stranger = '0x9965507D1a55bcC2695C58ba16FB37d819B0A4dc'

/** What a liar would say instead: of the same type, and not the same. */
export function listMutations({ kind, value, schema }: Leaf): Mutation[] {
  if (kind === 'absence')
    return value === null
      ? [{ name: 'made up', value: makeUp(schema) }]
      : [{ name: 'left out', value: null }]
  if (kind === 'list' && Array.isArray(value))
    return listListLies(value, schema)
  if (typeof value === 'boolean') return [{ name: 'negated', value: !value }]
  if (typeof value === 'number') return [{ name: 'one more', value: value + 1 }]
  const text = String(value)
  switch (kind) {
    case 'address':
      return [{ name: 'another address', value: stranger }]
    case 'hash':
      return [{ name: 'last byte', value: flip(text, text.length - 1) }]
    case 'bytes':
      if (text === '0x') return [{ name: 'a byte more', value: '0x01' }]
      return [
        { name: 'first byte', value: flip(text, 3) },
        { name: 'last byte', value: flip(text, text.length - 1) },
      ]
    case 'amount':
      return [{ name: 'one more', value: String(BigInt(text) + 1n) }]
    case 'choice': {
      const other = schema.enum?.find((one) => one !== value)
      return [{ name: 'another member', value: other ?? 'OTHER' }]
    }
    case 'variant':
      return [{ name: 'another variant', value: 'OTHER' }]
    default:
      if (/^0x[0-9a-fA-F]{40}$/.test(text))
        return [{ name: 'another address', value: stranger }]
      if (/^\d+$/.test(text))
        return [{ name: 'one more', value: String(BigInt(text) + 1n) }]
      return [{ name: 'other text', value: `${text}x` }]
  }
}

function listListLies(value: Json[], { items = {} }: Schema): Mutation[] {
  const [first] = value
  if (first === undefined)
    return [{ name: 'one made up', value: [makeUp(items)] }]
  return [
    { name: 'last dropped', value: value.slice(0, -1) },
    { name: 'first doubled', value: [first, ...value] },
    ...(value.length > 1
      ? [{ name: 'reversed', value: [...value].reverse() }]
      : []),
  ]
}

function flip(text: string, at: number): string {
  const digit = (Number.parseInt(text[at] ?? '0', 16) ^ 1).toString(16)
  return text.slice(0, at) + digit + text.slice(at + 1)
}

/** Something that the schema would let through. */
function makeUp(given: Schema): Json {
  const schema = resolve(readOptions(resolve(given)).options[0] ?? {})
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum[0] ?? null
  if (schema.properties)
    return Object.fromEntries(
      Object.entries(schema.properties).map(([key, field]) => [
        key,
        readOptions(resolve(field)).isNullable ? null : makeUp(field),
      ]),
    )
  if (schema.items) return []
  if (schema.additionalProperties) return {}
  const samples: Record<string, Json> = {
    address: stranger,
    hash: `0x${'ab'.repeat(32)}`,
    bytes: '0xabcd',
    amount: '7',
    number: 7,
    boolean: true,
  }
  return samples[readKind(schema)] ?? 'made up'
}

/** The answer with something else at one place. */
export function change(answer: Json, keys: Leaf['keys'], value: Json): Json {
  const [key, ...rest] = keys
  if (key === undefined) return value
  if (Array.isArray(answer))
    return answer.map((one, index) =>
      index === key ? change(one, rest, value) : one,
    )
  const object = answer as JsonObject
  return { ...object, [key]: change(object[key] ?? null, rest, value) }
}
