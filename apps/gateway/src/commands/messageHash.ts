import type { MessageContent } from '@covault/api'
import {
  getSafeMessagePreimage,
  hashSafeMessage,
  InvalidTypedDataError,
  LargeTypedDataError,
} from '@covault/protocol'
import type { Hex } from 'viem'
import type { Context } from '../context.js'
import { RuleFailure, StorageFailure } from '../failures.js'
import type { NewConfirmation } from '../store/confirmations.js'
import type { PresentSafe } from './presentSafe.js'
import {
  assertNotBlocked,
  invalidSignature,
  isAccepted,
  readSigners,
  toConfirmation,
} from './signers.js'

export function hashMessageNow(
  present: Pick<PresentSafe, 'chainId' | 'address' | 'version'>,
  content: MessageContent,
): Hex {
  const { chainId, address: safe, version } = present
  if (!version) throw new RuleFailure('Could not calculate messageHash')
  try {
    return hashSafeMessage({ chainId, safe, version }, content)
  } catch (cause) {
    if (cause instanceof LargeTypedDataError)
      throw new StorageFailure(422, cause.message, { cause })
    if (!(cause instanceof InvalidTypedDataError)) throw cause
    throw new StorageFailure(400, cause.message, { cause })
  }
}

/** Bytes of one signature at most, nested ones included. */
const longestSignature = 5_000

/** Messages take one signature at a time, and only of owners. */
export async function checkMessageSignature(
  { config }: Context,
  present: PresentSafe,
  parameters: { content: MessageContent; messageHash: Hex; signature: Hex },
): Promise<NewConfirmation> {
  const { content, messageHash: hash, signature: blob } = parameters
  const { chainId, address: safe, owners, version } = present
  if (!version) throw new RuleFailure('Could not calculate messageHash')
  if (blob.length / 2 - 1 > longestSignature)
    throw new StorageFailure(400, 'An error occurred')
  const signatures = await readSigners({ hash, blob, most: 1 })
  assertNotBlocked(config.access.blockedAddresses, signatures)
  const [own] = signatures
  if (!own || !owners.includes(own.signer)) throw invalidSignature()
  const preimage = getSafeMessagePreimage({ chainId, safe, version }, content)
  if (!(await isAccepted(present, { version, hash, preimage, signatures })))
    throw new StorageFailure(400, 'An error occurred')
  return toConfirmation(own)
}
