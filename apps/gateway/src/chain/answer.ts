import type { Hex } from 'viem'
import { RpcInconsistentError } from './rpcErrors.js'

/** What a node says is read here and trusted afterwards. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

const hexPattern = /^0x[0-9a-f]*$/i

export function isHex(value: unknown): value is Hex {
  return typeof value === 'string' && hexPattern.test(value)
}

/** Whole bytes: the digits come in pairs. */
export function isBytes(value: unknown): value is Hex {
  return isHex(value) && value.length % 2 === 0
}

export function isHash(value: unknown): value is Hex {
  return isHex(value) && value.length === 66
}

export function isAddressHex(value: unknown): value is Hex {
  return isHex(value) && value.length === 42
}

export function readQuantity(value: unknown): bigint {
  if (!isHex(value) || value.length < 3)
    throw new RpcInconsistentError(
      'The RPC endpoint answered with something other than a number.',
    )
  return BigInt(value)
}
