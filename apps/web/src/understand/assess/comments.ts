import { getComments } from '@covault/api'
import { queryOptions, skipToken } from '@tanstack/react-query'
import type { Address } from 'viem'
import { type CommentPlace, readComments } from '../../queries/comments.js'
import { gatewayKey } from '../../queries/gatewayKey.js'
import { checkComments } from './checkComments.js'

/**
 * Of what the gateway answers, what its writers signed for this very
 * transaction, in the order of writing. Null: it is shown to members alone.
 */
export function commentsQuery(
  place: CommentPlace,
  signedIn: Address | undefined,
) {
  const { chainId, address, safeTxHash } = place
  return queryOptions({
    queryKey: gatewayKey(getComments, {
      safes: [{ chainId, address }],
      asked: { safeTxHash, signedIn: signedIn ?? null },
    }),
    queryFn: signedIn
      ? async ({ signal }) => {
          const told = await readComments(place, signal)
          return told && checkComments(place, told)
        }
      : skipToken,
  })
}
