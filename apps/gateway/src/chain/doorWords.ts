import type { Hex } from 'viem'
import { isHex, isRecord } from './answer.js'

/**
 * What a node says in words may hold its own address, and that a key. So only
 * these phrases are passed on, as they stand here: clients know them.
 */
const phrases = [
  'execution reverted',
  'gas required exceeds allowance',
  'insufficient funds',
  'out of gas',
  'intrinsic gas too low',
  'invalid opcode',
  'stack overflow',
  'stack underflow',
  'invalid jump destination',
  'write protection',
  'max fee per gas less than block base fee',
  'nonce too low',
  'nonce too high',
  'header not found',
  'missing trie node',
  'method not found',
]

function findPhrase(text: string): string | undefined {
  const lower = text.toLowerCase()
  return phrases.find((phrase) => lower.includes(phrase))
}

export type DoorError = { code: number; message: string; data?: Hex }

/** The code and the bytes of a revert say everything; words are ours. */
export function cleanError(error: Record<string, unknown>): DoorError {
  const { code, message, data } = error
  const bytes = isHex(data) ? data : findBytes(data)
  return {
    code: Number.isSafeInteger(code) ? Number(code) : -32_603,
    message:
      findPhrase(String(message)) ?? 'The RPC endpoint refused this call.',
    ...(bytes !== undefined && { data: bytes }),
  }
}

/** Some nodes wrap what a call reverted with. */
function findBytes(data: unknown): Hex | undefined {
  if (!isRecord(data)) return undefined
  return [data.data, data.result].find(isHex)
}

/** The kinds of a trace, decimal numbers, names of fields. */
const harmless = /^([A-Z][A-Z0-9]{0,15}|[0-9.]{1,80})$/
const fieldName = /^[A-Za-z0-9_]{1,66}$/

/** Bytes and numbers as they are; of words only those that are known. */
export function cleanResult(value: unknown): unknown {
  if (typeof value === 'string')
    return isHex(value) || harmless.test(value)
      ? value
      : (findPhrase(value) ?? '')
  if (Array.isArray(value)) return value.map(cleanResult)
  if (!isRecord(value)) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, inner]) =>
      fieldName.test(name) ? [[name, cleanResult(inner)]] : [],
    ),
  )
}
