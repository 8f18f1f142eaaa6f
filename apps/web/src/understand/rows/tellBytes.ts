import { type Telling, tellIntent } from '@covault/protocol'
import type { QueryClient } from '@tanstack/react-query'
import { transactionQuery } from '../../queries/transactions.js'
import { decodeBytes } from '../decode/decodeTransaction.js'
import { isAbout } from '../decode/isAbout.js'
import { readTransaction } from '../decode/readTransaction.js'
import type { SafePlace } from '../safe/safePlace.js'

/**
 * What a row does where no chain answers: as its bytes and the release tell it,
 * in the words of its details. Null where the bytes are not those of its hash.
 */
export async function tellBytes(
  cache: QueryClient,
  { place, id }: { place: SafePlace; id: string },
): Promise<Telling | null> {
  const { chain, address, safe } = place
  const { chainId } = chain
  const details = await cache.fetchQuery(
    transactionQuery({ chainId, address, id }),
  )
  if (details.safeAddress !== address || !isAbout(id, details)) return null
  const { version } = safe
  const { signed } = readTransaction(details, { chainId, address, version })
  if (!signed?.isAsClaimed) return null
  return tellIntent(decodeBytes(place, signed).intent)
}
