import { type Hex, hashMessage, keccak256 } from 'viem'
import {
  encodeInSafeDomain,
  getSafeTypedDataDomain,
  type SafeDomain,
  type SafeTypedData,
} from './safeTransaction.js'
import { isVersionAtLeast } from './safeVersion.js'
import {
  hashTypedData,
  InvalidTypedDataError,
  LargeTypedDataError,
  type TypedDataContent,
} from './typedData.js'
import { assertBytes } from './word.js'

/** What an app asks a safe to sign: EIP-191 text or EIP-712 typed data. */
export type MessageContent = string | TypedDataContent

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
    return hashTypedData(content)
  } catch (cause) {
    if (cause instanceof InvalidTypedDataError) throw cause
    if (cause instanceof LargeTypedDataError) throw cause
    // Typed data from outside may be of any shape.
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
