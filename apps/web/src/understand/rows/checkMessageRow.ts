import type { Message } from '@covault/api'
import {
  BaseError,
  findMessageRisks,
  parseSafeVersion,
} from '@covault/protocol'
import type { QueryClient } from '@tanstack/react-query'
import {
  readHashes,
  type Signable,
  type SignableHashes,
} from '../../trust/signable.js'
import { claimMessage } from '../assess/claim.js'
import { sealsQuery } from '../assess/sealsQuery.js'
import type { SafePlace } from '../safe/safePlace.js'
import type { MessageRowCheck } from './messageCheck.js'

/** A message of a list: its hash, computed here, and who has signed that. */
export async function checkMessageRow(
  cache: QueryClient,
  { place, message: said }: { place: SafePlace; message: Message },
): Promise<MessageRowCheck> {
  const { chain, address, safe } = place
  const { message, messageHash } = said
  const version = parseSafeVersion(safe.version)?.version
  if (!version)
    return { status: 'differs', reason: 'The version of the safe is unknown.' }
  const domain = { chainId: chain.chainId, safe: address, version }
  const hashes = tryHash({ kind: 'message', domain, message })
  if (hashes?.signed !== messageHash)
    return { status: 'differs', reason: 'Its content has another hash.' }
  const confirmations = await cache.fetchQuery(
    sealsQuery(place, { domain, hashes, claim: claimMessage(said) }),
  )
  return {
    status: 'checked',
    confirmations,
    warning: findMessageRisks(message)[0]?.sentence,
  }
}

/** Undefined: what cannot be hashed, nobody has signed. */
function tryHash(signable: Signable<'message'>): SignableHashes | undefined {
  try {
    return readHashes(signable)
  } catch (error) {
    if (error instanceof BaseError) return undefined
    throw error
  }
}
