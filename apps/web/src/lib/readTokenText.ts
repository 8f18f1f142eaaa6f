import { BaseError, parsePrefixedAddress } from '@covault/protocol'
import { type Address, zeroAddress } from 'viem'

/** Which token a text names: by its address; nothing is the native currency. */
export function readTokenText(
  text: string,
):
  | { token: Address; reason?: undefined }
  | { token?: undefined; reason: string } {
  const trimmed = text.trim()
  if (!trimmed) return { token: zeroAddress }
  if (!/^0x[0-9a-f]{40}$/i.test(trimmed))
    return {
      reason: `“${trimmed.slice(0, 60)}” isn’t a token address.`,
    }
  try {
    return { token: parsePrefixedAddress(trimmed).address }
  } catch (error) {
    if (!(error instanceof BaseError)) throw error
    return { reason: error.message }
  }
}
