import { BaseError } from '@covault/protocol'
import { hexToBytes, isHex } from 'viem'
import * as z from 'zod/mini'
import { isWord } from './word.js'

/** What an app wants to have signed; typed data as the JSON that is checked. */
export type AskedMessage =
  | { kind: 'text'; text: string }
  | { kind: 'typedData'; json: string }

/** `signMessage`. */
export function readTextMessage(params: unknown): AskedMessage {
  const parsed = z.safeParse(z.object({ message: z.string() }), params)
  if (!parsed.success) throw new BadMessageError('The request has no message.')
  return { kind: 'text', text: decodeText(parsed.data.message) }
}

/**
 * Wallets' libraries hand over texts as the hexadecimal form of their bytes
 * (`personal_sign`). The ecosystem's hosts sign the text, and so do we.
 */
function decodeText(message: string): string {
  if (!isHex(message) || message.length % 2 !== 0 || message === '0x')
    return message
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(
      hexToBytes(message),
    )
  } catch {
    return message
  }
}

const typedData = z.object({
  domain: z.record(z.string(), z.unknown()),
  types: z.record(
    z.string(),
    z.array(z.object({ name: z.string(), type: z.string() })),
  ),
  message: z.record(z.string(), z.unknown()),
  primaryType: z.optional(z.string()),
})

/**
 * `signTypedMessage`; anyone who shows it checks it as strictly as a pasted
 * one.
 */
export function readTypedMessage(params: unknown): AskedMessage {
  const parsed = z.safeParse(z.object({ typedData }), params)
  if (!parsed.success)
    throw new BadMessageError('The request has no typed data.')
  const { domain, types, message, primaryType } = parsed.data.typedData
  const json = {
    types,
    primaryType: primaryType ?? findPrimaryType(types),
    domain,
    message,
  }
  return { kind: 'typedData', json: JSON.stringify(json, writeBigint) }
}

/** The one type that no other type is made of. */
function findPrimaryType(
  types: Record<string, { name: string; type: string }[]>,
): string {
  const used = new Set(
    Object.values(types)
      .flat()
      .map(({ type }) => type.split('[', 1).join('')),
  )
  const roots = Object.keys(types).filter(
    (name) => name !== 'EIP712Domain' && !used.has(name),
  )
  const [root] = roots
  if (root === undefined || roots.length > 1)
    throw new BadMessageError(
      'The typed data does not say which type is its primary one.',
    )
  return root
}

function writeBigint(_key: string, value: unknown): unknown {
  if (typeof value !== 'bigint') return value
  if (!isWord(value))
    throw new BadMessageError('The typed data has a number over 256 bits.')
  return String(value)
}

export class BadMessageError extends BaseError {}
