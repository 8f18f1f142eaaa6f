import {
  findSchema,
  fits,
  isObject,
  type Json,
  type JsonObject,
  type Leaf,
  nameVariant,
  readKind,
  readOptions,
  resolve,
  type Schema,
} from './leaves.js'

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

/**
 * The answer with a place that it did not have, by the path of that place:
 * variants that did not occur and whatever was absent on the way are made up.
 */
export function force(template: string, answer: Json, want: string): Json {
  return forceIn(findSchema(template), { value: answer, path: '', want })
}

function forceIn(
  given: Schema,
  {
    value,
    path,
    want,
  }: { value: Json | undefined; path: string; want: string },
): Json {
  const schema = resolve(given)
  const { options } = readOptions(schema)
  const go = (next: Schema, inner: Json | undefined, step: string) =>
    forceIn(next, { value: inner, path: path + step, want })
  if (schema.anyOf) {
    const step = (one: Schema) => nameVariant(one, options)
    const option =
      options.find((one) => step(one) && leads(path + step(one), want)) ??
      options.find((one) => value != null && fits(one, value)) ??
      options[0]
    if (!option || path === want) return value ?? makeUp(given)
    const isThere = value != null && fits(option, value)
    return go(option, isThere ? value : makeUp(option), step(option))
  }
  if (schema.properties) {
    const whole = isObject(value ?? null) ? value : makeUp(schema)
    const key = Object.keys(schema.properties).find((one) =>
      leads(`${path}.${one}`, want),
    )
    const field = key && schema.properties[key]
    if (!key || !field) return whole ?? null
    const object = whole as JsonObject
    return { ...object, [key]: go(field, object[key], `.${key}`) }
  }
  if (schema.items && leads(`${path}[]`, want)) {
    const list = Array.isArray(value) ? value : []
    return [go(schema.items, list[0], '[]'), ...list.slice(1)]
  }
  if (schema.additionalProperties && leads(`${path}{}`, want)) {
    const object = isObject(value ?? null) ? (value as JsonObject) : {}
    const [key = stranger] = Object.keys(object)
    const inner = go(schema.additionalProperties, object[key], '{}')
    return { ...object, [key]: inner }
  }
  return value ?? makeUp(schema)
}

/** Whether the way to a place leads through another. */
function leads(path: string, want: string): boolean {
  return (
    want === path ||
    (want.startsWith(path) && /[.[<{]/.test(want[path.length] ?? ''))
  )
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
