import type { WaitingTransaction } from '@covault/protocol'
import { useQuery } from '@tanstack/react-query'
import { waitingQuery } from '../understand/assess/waiting.js'
import type { OpenPlace } from '../understand/safe/safePlace.js'

/** What else may be executed in this safe; undefined until that was asked. */
export function useWaiting(
  place: OpenPlace,
): readonly WaitingTransaction[] | undefined {
  return useQuery(waitingQuery(place)).data
}
