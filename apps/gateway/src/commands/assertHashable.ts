import type { MessageContent, TypedData } from '@covault/api'
import { getTypesForEIP712Domain } from 'viem'
import { isRecord } from '../chain/answer.js'
import { StorageFailure } from '../failures.js'

type Types = Record<string, readonly { name: string; type: string }[]>

/** Bytes that hashing one message may go through, about 50 ms of work. */
const mostBytes = 250_000

/** What each costs beside its own bytes, in the time of so many. */
const costs = { struct: 300, hash: 150, word: 50, name: 8 }

/**
 * Goes through typed data as hashing does, which writes the whole text of a
 * type again for each of its values, and refuses what would take long. Each
 * value is gone to once, so this itself takes no longer than reading them.
 */
export function assertHashable(content: MessageContent): void {
  if (typeof content === 'string') return
  assertFlat(content)
  const { domain, message, primaryType } = content
  const types: Types = {
    EIP712Domain: getTypesForEIP712Domain({ domain }),
    ...content.types,
  }
  assertDistinct(types)
  const meter = createMeter(types)
  meter.goTo('EIP712Domain', domain)
  if (primaryType === 'EIP712Domain') return
  if (!Object.hasOwn(types, primaryType))
    throw refuse('The types of the message do not include its primary type.')
  meter.goTo(primaryType, message)
}

const deepest = 100

/** From what is nested without end no reader of it comes back. */
function assertFlat(content: TypedData): void {
  const types = Object.values(content.types).flat()
  let isDeep = types.some(({ type }) => type.split('[').length > deepest)
  let level: unknown[] = [content]
  for (let depth = 0; level.length > 0 && !isDeep; depth++) {
    isDeep = depth > deepest
    level = level.flatMap((value) =>
      typeof value === 'object' && value !== null ? Object.values(value) : [],
    )
  }
  if (isDeep)
    throw refuse(`The message is nested more than ${deepest} levels deep.`)
}

/** A value under a name that comes twice would be hashed twice. */
function assertDistinct(types: Types): void {
  for (const fields of Object.values(types))
    if (new Set(fields.map(({ name }) => name)).size < fields.length)
      throw refuse('A type of the message has two fields of the same name.')
}

function createMeter(types: Types) {
  let left = mostBytes
  const spend = (bytes: number) => {
    left -= bytes
    if (left < 0)
      throw refuse(
        'The types and values of the message are too many or too long to hash. Use fewer or shorter ones.',
      )
  }
  const texts = new Map<string, number>()

  /** The names of a type and of all that it refers to. */
  const measure = (type: string): number => {
    const seen = new Set<string>()
    const open = [type, findName(type)]
    let bytes = 0
    for (let name = open.pop(); name !== undefined; name = open.pop()) {
      if (seen.has(name) || !Object.hasOwn(types, name)) continue
      seen.add(name)
      bytes += name.length + costs.name
      for (const field of types[name] ?? []) {
        bytes += field.name.length + field.type.length + costs.name
        open.push(findName(field.type))
      }
      if (bytes > left) break
    }
    return bytes
  }

  const goTo = (type: string, value: unknown): void => {
    if (Object.hasOwn(types, type)) goToStruct(type, value)
    // The same question as the one that hashing asks.
    else if (type.lastIndexOf(']') === type.length - 1) goToList(type, value)
    else goToWord(type, value)
  }

  const goToList = (type: string, value: unknown): void => {
    if (!Array.isArray(value))
      throw refuse('A field of the message is not a list, but its type is.')
    spend(costs.hash)
    const inner = type.slice(0, type.lastIndexOf('['))
    for (const each of value) goTo(inner, each)
  }

  const goToStruct = (type: string, value: unknown): void => {
    if (!isRecord(value))
      throw refuse(
        'A field of the message is not an object, but its type is a struct.',
      )
    const text = texts.get(type) ?? measure(type)
    texts.set(type, text)
    spend(costs.struct + text)
    for (const field of types[type] ?? []) {
      if (!Object.hasOwn(value, field.name))
        throw refuse(
          'The message has no value for a field that its types declare.',
        )
      goTo(field.type, value[field.name])
    }
  }

  const goToWord = (type: string, value: unknown): void => {
    if (typeof value === 'object')
      throw refuse(
        'A field of the message is a list or an object, but its type is a plain value.',
      )
    const isHashed = type === 'string' || type === 'bytes'
    spend(isHashed ? costs.hash : costs.word)
    if (typeof value === 'string') spend(Buffer.byteLength(value))
  }

  return { goTo }
}

/** `Person[2][]` refers to `Person`. */
function findName(type: string): string {
  return /^\w*/.exec(type)?.[0] ?? ''
}

function refuse(message: string): StorageFailure {
  return new StorageFailure(422, message)
}
