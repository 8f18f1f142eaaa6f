import type { Draft } from '@covault/api'
import { useQuery } from '@tanstack/react-query'
import { draftsQuery } from '../queries/drafts.js'
import type { OpenPlace } from '../understand/safe/safePlace.js'
import { useMember } from '../wallet/useMember.js'

type Place = Pick<OpenPlace, 'chain' | 'address'>

/** What members of the safe saved unsigned, for one who is signed in. */
export function useDrafts({
  chain: { chainId },
  address,
}: Place): readonly Draft[] | undefined {
  return useQuery(draftsQuery({ chainId, address }, useMember())).data
}

/** The draft that a transaction is, if it is one. */
export function useDraft(place: Place, id: string): Draft | undefined {
  return useDrafts(place)?.find(({ transaction }) => transaction.id === id)
}
