import type { TypedData } from '@covault/api'
import { BaseError, hashMessageContent } from '@covault/protocol'
import { toForeignText } from '../../lib/foreignText.js'
import { checkTypes, findTypeOf } from './checkTypes.js'
import { checkValue } from './checkValue.js'

type TypedDataReading =
  | { content: TypedData; mistake?: never }
  | { content?: never; mistake: string }

/**
 * EIP-712 JSON, strictly: whatever would be left out, rounded or read in two
 * ways is a mistake, so that what is signed is what was pasted.
 */
export function readTypedData(text: string): TypedDataReading {
  const json = parse(text)
  if (json instanceof Error)
    return { mistake: `This isn’t JSON: ${toForeignText(json.message, 160)}` }
  if (!isObject(json))
    return {
      mistake:
        'The JSON must be an object with types, primaryType, domain and message.',
    }
  const mistake = findMistake(json)
  if (mistake) return { mistake }
  const content = toContent(json)
  try {
    hashMessageContent(content)
    return { content }
  } catch (error) {
    if (!(error instanceof BaseError)) throw error
    return { mistake: error.message }
  }
}

type JsonObject = Readonly<Record<string, unknown>>

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** What `toContent` relies on is established here, first to last. */
function findMistake(json: JsonObject): string | undefined {
  const { types, primaryType, domain, message } = json
  const strange = Object.keys(json).find((key) => !parts.includes(key))
  if (strange)
    return `“${toForeignText(strange)}” isn’t part of EIP-712 data. Only types, primaryType, domain and message are.`
  const inTypes = checkTypes(types)
  if (inTypes) return inTypes
  if (primaryType === undefined)
    return 'primaryType is missing. It names the type of the message.'
  if (typeof primaryType !== 'string' || !findTypeOf(types, primaryType))
    return `primaryType is “${describe(primaryType)}”, which types doesn’t declare.`
  if (primaryType === 'EIP712Domain')
    return 'primaryType is the domain itself, so there is no message to sign.'
  return findMistakeInDomain(types, domain) ?? checkMessage()

  function checkMessage() {
    if (!isObject(message)) return 'message is missing or isn’t an object.'
    return checkValue(types, {
      type: String(primaryType),
      value: message,
      path: 'message',
    })
  }
}

const parts = ['types', 'primaryType', 'domain', 'message']

/** The fields EIP-712 gives a domain; others would be left out unsigned. */
const domainTypes = new Map([
  ['name', 'string'],
  ['version', 'string'],
  ['chainId', 'uint256'],
  ['verifyingContract', 'address'],
  ['salt', 'bytes32'],
])

function findMistakeInDomain(
  types: unknown,
  domain: unknown,
): string | undefined {
  if (!isObject(domain)) return 'domain is missing or isn’t an object.'
  const given = Object.keys(domain)
  const strange = given.find((key) => !domainTypes.has(key))
  if (strange)
    return `domain.${toForeignText(strange)} is unknown: a domain has ${[...domainTypes.keys()].join(', ')}.`
  const declared = findTypeOf(types, 'EIP712Domain')
  const wrong = declared?.find(
    ({ name, type }) => domainTypes.get(name) !== type,
  )
  if (wrong)
    return `types.EIP712Domain declares ${toForeignText(wrong.name)} as ${toForeignText(wrong.type)}, which EIP-712 does not.`
  const fields = [...domainTypes].map(([name, type]) => ({ name, type }))
  const used = declared ?? fields.filter(({ name }) => given.includes(name))
  return checkValue(
    { EIP712Domain: used },
    { type: 'EIP712Domain', value: domain, path: 'domain' },
  )
}

function toContent({ types, primaryType, domain, message }: JsonObject) {
  return { types, primaryType, domain, message } as TypedData
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error))
  }
}

function describe(value: unknown): string {
  return toForeignText(typeof value === 'string' ? value : String(value))
}
