import { type Address, isAddress, isAddressEqual } from 'viem'
import { RefusedError } from './rpcError.js'

/** Nothing is done in the name of another account than the session's. */
export function readAccount(given: unknown, address: Address): void {
  if (isAccount(given, address)) return
  throw new RefusedError(
    'unauthorized',
    typeof given === 'string'
      ? `The request is for the account ${given.slice(0, 42)}, but the session is for ${address}.`
      : `The request does not name the account ${address}.`,
  )
}

export function isAccount(given: unknown, address: Address): boolean {
  return (
    typeof given === 'string' &&
    isAddress(given, { strict: false }) &&
    isAddressEqual(given, address)
  )
}
