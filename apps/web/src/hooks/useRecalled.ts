import { keepPreviousData, skipToken, useQuery } from '@tanstack/react-query'
import {
  type LocalTransaction,
  localTransactions,
} from '../preferences/localQueue.js'
import { useRecords } from '../preferences/records.js'
import { seenSignatures } from '../preferences/seenSignatures.js'
import { recallWaiting } from '../queries/recall.js'
import type { OpenPlace } from '../understand/safe/safePlace.js'

/** All that this browser has of what waits; undefined until it is read. */
export function useRecalled({
  chain: { chainId },
  address,
  safe,
}: OpenPlace): LocalTransaction[] | undefined {
  const kept = useRecords(localTransactions)
  const seen = useRecords(seenSignatures)
  return useQuery({
    queryKey: [
      'recalled',
      chainId,
      address,
      String(safe?.nonce),
      kept?.map(({ name, value }) => [name, value.at, value.signatures.length]),
      seen?.map(({ name }) => name),
    ],
    queryFn: safe
      ? () => recallWaiting({ chainId, address }, safe.nonce)
      : skipToken,
    networkMode: 'always',
    placeholderData: keepPreviousData,
    gcTime: 0,
  }).data
}
