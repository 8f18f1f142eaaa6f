import type { Message } from '@covault/api'

type Content = Exclude<Message['message'], string>

/** One value of typed data, or what it consists of. */
export type TypedField = {
  name: string
  type: string
  value: string
  inner: readonly TypedField[] | undefined
}

/** Deeper than anything honest; what lies below is shown as text. */
const deepest = 12

/** The fields that the type declares, in its order, with what is given. */
export function listFields(
  content: Content,
  typeName: string,
  value: unknown,
  depth = 0,
): TypedField[] {
  const given = toRecord(value)
  const declared = Object.hasOwn(content.types, typeName)
    ? (content.types[typeName] ?? [])
    : // A domain without a declared type is made up of what is there.
      Object.keys(given).map((name) => ({ name, type: '' }))
  return declared.map(({ name, type }) =>
    toField(content, { name, type, value: given[name] }, depth),
  )
}

function toField(
  content: Content,
  { name, type, value }: { name: string; type: string; value: unknown },
  depth: number,
): TypedField {
  const element = type.replace(/\[\d*\]$/, '')
  const inner = (() => {
    if (depth >= deepest) return undefined
    if (element !== type && Array.isArray(value))
      return value.map((item: unknown, index) =>
        toField(
          content,
          { name: String(index + 1), type: element, value: item },
          depth + 1,
        ),
      )
    if (!Object.hasOwn(content.types, type)) return undefined
    return listFields(content, type, value, depth + 1)
  })()
  return { name, type, value: inner ? '' : toText(value), inner }
}

/** Names in the message, at its first level, that no type declares. */
export function listUnsigned({
  types,
  primaryType,
  message,
}: Content): string[] {
  const declared = new Set((types[primaryType] ?? []).map(({ name }) => name))
  return Object.keys(message).filter((name) => !declared.has(name))
}

function toText(value: unknown): string {
  if (value === undefined) return 'not given'
  if (typeof value === 'string') return value
  return JSON.stringify(value) ?? 'not given'
}

function toRecord(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}
