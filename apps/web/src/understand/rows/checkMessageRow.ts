import type { Message } from '@covault/api'
import {
  BaseError,
  findMessageRisks,
  parseSafeVersion,
} from '@covault/protocol'
import type { QueryClient } from '@tanstack/react-query'
import { confirmationsQuery } from '../../trust/confirmations.js'
import { hashMessage, type MessageHashes } from '../decode/messageHashes.js'
import type { SafePlace } from '../safe/safePlace.js'
import type { MessageRowCheck } from './messageCheck.js'

/** A message of a list: its hash, computed here, and who has signed that. */
export async function checkMessageRow(
  cache: QueryClient,
  {
    place: { chain, address, safe },
    message: { message: content, messageHash, confirmations: claims },
  }: { place: SafePlace; message: Message },
): Promise<MessageRowCheck> {
  const version = parseSafeVersion(safe.version)?.version
  if (!version)
    return { status: 'differs', reason: 'The version of the safe is unknown.' }
  const domain = { chainId: chain.chainId, safe: address, version }
  const hashes = tryHash(domain, content)
  if (hashes?.safeMessage !== messageHash)
    return { status: 'differs', reason: 'Its content has another hash.' }
  const signed = {
    safe: address,
    version,
    hash: hashes.safeMessage,
    preimage: hashes.preimage,
    owners: safe.owners,
  }
  const confirmations = await cache.fetchQuery(
    confirmationsQuery(
      chain,
      signed,
      claims.map(({ owner, signature }) => ({
        signer: owner.value,
        signature,
      })),
    ),
  )
  return {
    status: 'checked',
    confirmations,
    warning: findMessageRisks(content)[0]?.sentence,
  }
}

/** Undefined: what cannot be hashed, nobody has signed. */
function tryHash(
  ...parameters: Parameters<typeof hashMessage>
): MessageHashes | undefined {
  try {
    return hashMessage(...parameters)
  } catch (error) {
    if (error instanceof BaseError) return undefined
    throw error
  }
}
