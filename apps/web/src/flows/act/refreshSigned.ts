import type { QueryClient } from '@tanstack/react-query'
import type { Address } from 'viem'
import { refreshAfter } from '../../queries/liveEvents.js'
import type { SignableKind } from '../../trust/signable.js'
import { signableLists } from '../../understand/signables/lists.js'

type Signed = { kind: SignableKind; chainId: number; safe: Address }

/** What the gateway says of these proposals may be another by now. */
export function refreshSigned(
  queries: QueryClient,
  signed: readonly Signed[],
): Promise<void> {
  return refreshAfter(
    queries,
    ...signed.map(({ kind, chainId, safe }) => ({
      name: signableLists[kind].event,
      chainId,
      safe,
    })),
  )
}
