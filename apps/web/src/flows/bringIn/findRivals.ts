import type { QueryClient } from '@tanstack/react-query'
import { type Hex, isHash } from 'viem'
import { conflictsQuery } from '../../queries/transactions.js'
import type { Signable } from '../../trust/signable.js'
import type { SafePlace } from '../../understand/safe/safePlace.js'
import type { FindKnown } from './judgeCarried.js'

/** More than anybody compares line by line. */
const mostRivals = 5

/** Another transaction at the nonce; without content it can't be compared. */
type Rival = {
  hash: Hex
  transaction: Signable<'transaction'>['transaction'] | undefined
}

/** What the queue has at the nonce of one that was brought in. */
export async function findRivals(
  cache: QueryClient,
  {
    place: { chain, address },
    nonce,
    hash,
    findKnown,
  }: { place: SafePlace; nonce: bigint; hash: Hex; findKnown: FindKnown },
): Promise<{ rivals: Rival[]; more: number }> {
  const conflicts = await cache.fetchQuery(
    conflictsQuery({ chainId: chain.chainId, address, nonce }),
  )
  const hashes = conflicts
    .map(({ id }) => id.split('_').at(-1) ?? '')
    .filter((one): one is Hex => isHash(one) && one !== hash)
  const rivals = await Promise.all(
    hashes.slice(0, mostRivals).map(async (one): Promise<Rival> => {
      const known = await findKnown('transaction', one)
      const { signable } = known ?? {}
      return {
        hash: one,
        transaction:
          signable?.kind === 'transaction' ? signable.transaction : undefined,
      }
    }),
  )
  return { rivals, more: Math.max(0, hashes.length - mostRivals) }
}
