import type { Address, Hex } from 'viem'
import { buildSignatures, type SafeSignature } from '../signature.js'
import type { ClaimedSignature } from './carried.js'
import {
  assertNoOther,
  type Fields,
  hasField,
  isRecord,
  nameField,
  readField,
  readFields,
  readList,
  readOptionalField,
} from './fields.js'
import { parseAddress, parseBoolean, parseBytes } from './values.js'

/** protocol-kit's `EthSafeSignature`. */
export type SignatureData = {
  signer: Address
  data: Hex
  isContractSignature: boolean
}

/** More than any safe has owners that can sign in one block's gas. */
const mostSignatures = 100

/**
 * A list, or what programs make of protocol-kit's Map: the Map itself, its
 * entries under `dataType`, or an object by signer.
 */
export function readSignatures(value: unknown, at: string): ClaimedSignature[] {
  return readList(listEntries(value), { at, most: mostSignatures }).map(
    (entry, index) => readSignature(readFields(entry, `${at}.${index}`)),
  )
}

function listEntries(value: unknown): unknown {
  if (value instanceof Map) return [...value.values()]
  if (!isRecord(value)) return value
  if (!Object.hasOwn(value, 'dataType')) return Object.values(value)
  if (!Array.isArray(value.value)) return undefined
  return value.value.map((entry: unknown) =>
    Array.isArray(entry) ? entry[1] : undefined,
  )
}

function readSignature(fields: Fields): ClaimedSignature {
  return {
    signer: readField(fields, 'signer', parseAddress),
    data: readField(fields, 'data', parseBytes),
    isContractSignature:
      readOptionalField(fields, 'isContractSignature', parseBoolean) ?? false,
  }
}

/** Our own form: exactly its three fields. */
export function readOwnSignatures(
  value: unknown,
  at: string,
): ClaimedSignature[] {
  return readList(value, { at, most: mostSignatures }).map((entry, index) => {
    const fields = readFields(entry, `${at}.${index}`)
    assertNoOther(fields, ['signer', 'data', 'isContractSignature'])
    return readSignature(fields)
  })
}

/** A service's: whole signatures, beside the owner they are said to be of. */
export function readConfirmations(fields: Fields): ClaimedSignature[] {
  if (!hasField(fields, 'confirmations')) return []
  const value = fields.values.confirmations ?? []
  const at = nameField(fields, 'confirmations')
  return readList(value, { at, most: mostSignatures }).flatMap(
    (entry, index) => {
      const one = readFields(entry, `${at}.${index}`)
      const data = readOptionalField(one, 'signature', parseBytes)
      const signer = readField(one, 'owner', parseAddress)
      return data ? [{ signer, data, isContractSignature: false }] : []
    },
  )
}

/** In ascending order of the signer, so that equal sets are equal text. */
export function writeSignatures(
  signatures: readonly SafeSignature[],
): SignatureData[] {
  // Refuses two of one signer and signatures that no contract reads.
  buildSignatures(signatures)
  return signatures
    .map(writeSignature)
    .sort((a, b) => (a.signer.toLowerCase() < b.signer.toLowerCase() ? -1 : 1))
}

function writeSignature(signature: SafeSignature): SignatureData {
  const isContractSignature = signature.kind === 'contract'
  return {
    signer: parseAddress(signature.signer),
    data:
      signature.kind === 'contract'
        ? parseBytes(signature.data)
        : buildSignatures([signature]),
    isContractSignature,
  }
}
