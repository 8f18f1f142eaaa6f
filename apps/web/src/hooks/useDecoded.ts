import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import {
  type DecodedTransaction,
  decodedQuery,
} from '../understand/decode/decodeTransaction.js'
import type { SafePlace } from '../understand/safe/safePlace.js'

/** What the bytes do. */
export function useDecoded(
  place: SafePlace,
  read: Parameters<typeof decodedQuery>[1],
): UseQueryResult<DecodedTransaction | null> {
  return useQuery(decodedQuery(place, read))
}
