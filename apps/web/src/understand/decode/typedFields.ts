import type { Message } from '@covault/api'
import { listDomainFields } from '@covault/protocol'

type Content = Exclude<Message['message'], string>

/** One value of typed data, or what it consists of. */
export type TypedField = {
  name: string
  type: string
  value: string
  inner: readonly TypedField[] | undefined
}

/**
 * The tree of the largest bulk orders has 24 levels, and orders have two more.
 * What lies below is shown as text.
 */
export const deepestField = 32

/** The fields that the type declares, in its order, with what is given. */
export function listFields(
  content: Content,
  typeName: string,
  value: unknown,
  depth = 0,
): TypedField[] {
  const given = toRecord(value)
  return listDeclared(content, typeName).map(({ name, type }) =>
    toField(content, { name, type, value: given[name] }, depth),
  )
}

/** A domain without a declared type is made up of what is there. */
function listDeclared(content: Content, typeName: string) {
  if (typeName === 'EIP712Domain') return listDomainFields(content)
  return Object.hasOwn(content.types, typeName)
    ? (content.types[typeName] ?? [])
    : []
}

function toField(
  content: Content,
  { name, type, value }: { name: string; type: string; value: unknown },
  depth: number,
): TypedField {
  const element = type.replace(/\[\d*\]$/, '')
  const inner = (() => {
    if (depth >= deepestField) return undefined
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

/** Names in the message and its domain that no type declares. */
export function listUnsigned(content: Content): string[] {
  const found = new Set<string>()
  const visit = (type: string, value: unknown, path: string): void => {
    if (Array.isArray(value)) {
      const element = type.replace(/\[\d*\]$/, '')
      for (const item of value) visit(element, item, path)
      return
    }
    if (type !== 'EIP712Domain' && !Object.hasOwn(content.types, type)) return
    const declared = new Map(
      listDeclared(content, type).map((field) => [field.name, field.type]),
    )
    for (const [name, inner] of Object.entries(toRecord(value))) {
      const of = declared.get(name)
      if (of === undefined) found.add(`${path}${name}`)
      else visit(of, inner, `${path}${name}.`)
    }
  }
  visit(content.primaryType, content.message, '')
  visit('EIP712Domain', content.domain, 'domain.')
  return [...found]
}

function toText(value: unknown): string {
  if (value === undefined) return 'not given'
  if (typeof value === 'string') return value
  return JSON.stringify(value) ?? 'not given'
}

function toRecord(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}
