import type { Message } from '@covault/api'
import { skipToken, useQuery } from '@tanstack/react-query'
import type { MessageRowCheck } from '../understand/rows/messageCheck.js'
import type { OpenPlace } from '../understand/safe/safePlace.js'

/** Undefined until it was checked, and where nobody answers. */
export function useMessageCheck(
  { chain, address, safe }: OpenPlace,
  message: Message | undefined,
): MessageRowCheck | undefined {
  const { data } = useQuery({
    queryKey: [
      'messageRow',
      chain.chainId,
      address,
      message?.messageHash,
      message?.message,
      message?.confirmations.map(({ signature }) => signature),
      safe && [safe.version, safe.owners],
    ],
    queryFn:
      safe && message
        ? async ({ client }) => {
            const { checkMessageRow } = await import(
              '../understand/rows/checkMessageRow.js'
            )
            const place = { chain, address, safe }
            return checkMessageRow(client, { place, message })
          }
        : skipToken,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
  })
  return data
}
