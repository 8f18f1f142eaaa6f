import {
  type Hex,
  hashMessage,
  hashTypedData,
  keccak256,
  type TypedDataDefinition,
} from 'viem'
import { BaseError } from './errors.js'
import {
  encodeInSafeDomain,
  getSafeTypedDataDomain,
  type SafeDomain,
  type SafeTypedData,
} from './safeTransaction.js'
import { isVersionAtLeast } from './safeVersion.js'
import { assertBytes } from './word.js'

/** What an app asks a safe to sign: EIP-191 text or EIP-712 typed data. */
export type MessageContent = string | TypedDataContent

export type TypedDataContent = {
  domain: Record<string, unknown>
  types: Record<string, readonly { name: string; type: string }[]>
  primaryType: string
  message: Record<string, unknown>
}

// keccak256('SafeMessage(bytes message)'); safeMessage.test.ts derives it.
const safeMessageTypeHash =
  '60b3cbf8b4a223d68d641b3b6ddf9a298e7f33710cf3d3a9d1146b5a6150fbca'

/** The hash that owners sign, called `messageHash` on the wire. */
export function hashSafeMessage(
  domain: SafeDomain,
  content: MessageContent,
): Hex {
  return hashSafeMessageBytes(domain, hashMessageContent(content))
}

/** The hash an app verifies with the safe's `isValidSignature`. */
export function hashMessageContent(content: MessageContent): Hex {
  if (typeof content === 'string') return hashMessage(content)
  try {
    // The wire's typed data is not known at compile time; viem checks it.
    return hashTypedData(content as unknown as TypedDataDefinition)
  } catch (cause) {
    throw new InvalidTypedDataError({ cause })
  }
}

/** `getMessageHash(bytes)` of the safe or its fallback handler. */
export function hashSafeMessageBytes(domain: SafeDomain, message: Hex): Hex {
  return keccak256(encodeSafeMessageData(domain, message))
}

/** `encodeMessageDataForSafe(safe, bytes)` of the fallback handler. */
export function encodeSafeMessageData(domain: SafeDomain, message: Hex): Hex {
  assertBytes(message)
  const structHash = keccak256(
    `0x${safeMessageTypeHash}${keccak256(message).slice(2)}`,
  )
  return encodeInSafeDomain(domain, structHash)
}

/**
 * What owners that are contracts are shown: before the handler of 1.4.1 the
 * message itself, since then the preimage of the hash.
 */
export function getSafeMessagePreimage(
  domain: SafeDomain,
  content: MessageContent,
): Hex {
  const message = hashMessageContent(content)
  if (!isVersionAtLeast(domain.version, '1.4.1')) return message
  return encodeSafeMessageData(domain, message)
}

/** What a wallet is asked to sign with `eth_signTypedData_v4`. */
export function getSafeMessageTypedData(
  domain: SafeDomain,
  content: MessageContent,
): SafeTypedData {
  return {
    domain: getSafeTypedDataDomain(domain),
    types: { SafeMessage: [{ name: 'message', type: 'bytes' }] },
    primaryType: 'SafeMessage',
    message: { message: hashMessageContent(content) },
  }
}

export class InvalidTypedDataError extends BaseError {
  override name = 'InvalidTypedDataError'

  constructor({ cause }: { cause: unknown }) {
    super('The typed data is not valid EIP-712 and cannot be hashed.', {
      cause,
    })
  }
}
