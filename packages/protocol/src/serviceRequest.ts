import { type Address, getAddress, type Hex, hashTypedData } from 'viem'
import { BaseError } from './errors.js'
import { chainIdWord } from './safeTransaction.js'
import { addressWord, bytes32Word, uintWord } from './word.js'

/*
 * Requests to the transaction service that an account signs off chain. They
 * carry the hour instead of a nonce ("totp"), so that a captured one expires.
 */

/** Hours since 1970. */
export function getTotp({ unixSeconds }: { unixSeconds: number }): bigint {
  if (!(unixSeconds >= 0 && unixSeconds <= Number.MAX_SAFE_INTEGER))
    throw new InvalidTimeError({ unixSeconds })
  return BigInt(Math.floor(unixSeconds / 3600))
}

/** The present hour and the one before: clocks differ, people are slow. */
export function getAcceptedTotps({
  unixSeconds,
}: {
  unixSeconds: number
}): bigint[] {
  const totp = getTotp({ unixSeconds })
  return [totp, totp - 1n]
}

/** A delegator lets another account propose; the same text takes it back. */
export function getDelegateTypedData({
  chainId,
  delegate,
  totp,
}: {
  /** Older clients leave it out of the domain. */
  chainId: number | undefined
  delegate: Address
  totp: bigint
}) {
  addressWord(delegate)
  uintWord(totp)
  if (chainId !== undefined) chainIdWord(chainId)
  return {
    domain: {
      ...service,
      ...(chainId === undefined ? {} : { chainId }),
    },
    types: {
      Delegate: [
        { name: 'delegateAddress', type: 'address' },
        { name: 'totp', type: 'uint256' },
      ],
    },
    primaryType: 'Delegate',
    message: { delegateAddress: getAddress(delegate), totp },
  } as const
}

/** Every hash that counts as a signed delegate request now. */
export function getAcceptedDelegateHashes({
  chainId,
  delegate,
  unixSeconds,
}: {
  chainId: number
  delegate: Address
  unixSeconds: number
}): Hex[] {
  return getAcceptedTotps({ unixSeconds }).flatMap((totp) =>
    [chainId, undefined].map((chainId) =>
      hashTypedData(getDelegateTypedData({ chainId, delegate, totp })),
    ),
  )
}

/** The proposer takes a transaction out of the queue. */
export function getDeleteRequestTypedData({
  chainId,
  safe,
  safeTxHash,
  totp,
}: {
  chainId: number
  safe: Address
  safeTxHash: Hex
  totp: bigint
}) {
  addressWord(safe)
  bytes32Word(safeTxHash)
  uintWord(totp)
  chainIdWord(chainId)
  return {
    domain: { ...service, chainId, verifyingContract: getAddress(safe) },
    types: {
      DeleteRequest: [
        { name: 'safeTxHash', type: 'bytes32' },
        { name: 'totp', type: 'uint256' },
      ],
    },
    primaryType: 'DeleteRequest',
    message: { safeTxHash, totp },
  } as const
}

/** Every hash that counts as a signed delete request now. */
export function getAcceptedDeleteRequestHashes({
  chainId,
  safe,
  safeTxHash,
  unixSeconds,
}: {
  chainId: number
  safe: Address
  safeTxHash: Hex
  unixSeconds: number
}): Hex[] {
  return getAcceptedTotps({ unixSeconds }).map((totp) =>
    hashTypedData(
      getDeleteRequestTypedData({ chainId, safe, safeTxHash, totp }),
    ),
  )
}

const service = { name: 'Safe Transaction Service', version: '1.0' } as const

export class InvalidTimeError extends BaseError {
  override name = 'InvalidTimeError'

  constructor({ unixSeconds }: { unixSeconds: unknown }) {
    super(`${String(unixSeconds)} is not a time in seconds since 1970.`)
  }
}
