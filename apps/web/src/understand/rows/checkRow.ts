import { tellIntent } from '@covault/protocol'
import type { QueryClient } from '@tanstack/react-query'
import { rememberSeen } from '../../preferences/keptSignatures.js'
import { transactionQuery } from '../../queries/transactions.js'
import { claimTransaction } from '../assess/claim.js'
import { sealsQuery } from '../assess/sealsQuery.js'
import { decodedQuery } from '../decode/decodeTransaction.js'
import { isAbout } from '../decode/isAbout.js'
import { readTransaction } from '../decode/readTransaction.js'
import type { SafePlace } from '../safe/safePlace.js'
import type { RowCheck } from './rowCheck.js'

/**
 * A row of the queue without the gateway's words: the hash of the bytes, who
 * has signed that hash, and what the bytes mean. The answers are those that
 * its details use, so whoever opens it does not wait again.
 */
export async function checkRow(
  cache: QueryClient,
  { place, id }: { place: SafePlace; id: string },
): Promise<RowCheck> {
  const { chain, address, safe } = place
  const details = await cache.fetchQuery(
    transactionQuery({ chainId: chain.chainId, address, id }),
  )
  if (details.safeAddress !== address || !isAbout(id, details))
    return { status: 'differs', reason: 'The gateway answers with another.' }
  const read = readTransaction(details, {
    chainId: chain.chainId,
    address,
    version: safe.version,
  })
  const { signed, digest } = read
  if (!signed) return { status: 'differs', reason: 'It has no bytes to sign.' }
  if (!signed.isAsClaimed)
    return { status: 'differs', reason: 'Its bytes have another hash.' }
  const { domain, hashes, execution } = signed
  const claim = claimTransaction(execution)
  const [confirmations, decoded] = await Promise.all([
    cache.fetchQuery(sealsQuery(place, { domain, hashes, claim })),
    cache.fetchQuery(decodedQuery(place, read)),
  ])
  if (!decoded) return { status: 'differs', reason: 'It has no call.' }
  const { chainId } = chain
  const { transaction } = signed
  // What the gateway withholds later is told by what was seen here.
  void rememberSeen(
    { chainId, safe: address, transaction, safeTxHash: hashes.signed },
    confirmations,
  )
  return {
    status: 'checked',
    nonce: execution.nonce,
    telling: tellIntent(decoded.intent),
    confirmations,
    judged: { signed, digest, decoded },
  }
}
