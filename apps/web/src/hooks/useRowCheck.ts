import type { Telling } from '@covault/protocol'
import { skipToken, useQuery } from '@tanstack/react-query'
import type { SignableKind } from '../trust/signable.js'
import { loadHeavyHalf } from '../understand/assess/loadHeavyHalf.js'
import type { ListedRow } from '../understand/rows/listedRow.js'
import type { RowCheck } from '../understand/rows/rowCheck.js'
import type { OpenPlace } from '../understand/safe/safePlace.js'

/** Milliseconds that a row stays in view before it is looked into. */
const glance = 150

/** Where the check was tried in vain, the bytes tell alone; undefined until then. */
export function useRowBytes(
  { chain, address, safe }: OpenPlace,
  { id, isFailed }: { id: string; isFailed: boolean },
): Telling | undefined {
  const { data } = useQuery({
    queryKey: ['rowBytes', chain.chainId, address, id, safe?.version],
    queryFn:
      safe && isFailed
        ? async ({ client }) => {
            const { tellBytes } = await loadHeavyHalf()
            return tellBytes(client, { place: { chain, address, safe }, id })
          }
        : skipToken,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
    structuralSharing: false,
  })
  return isFailed ? (data ?? undefined) : undefined
}

/** Undefined until it was checked. */
export function useRowCheck<Kind extends SignableKind>(
  { chain, address, safe }: OpenPlace,
  row: ListedRow<Kind> | undefined,
): {
  check: RowCheck<Kind> | undefined
  isFailed: boolean
  error: Error | null
} {
  const { data, isError, error } = useQuery<RowCheck<Kind>>({
    queryKey: [
      'row',
      chain.chainId,
      address,
      row?.subject,
      safe && [safe.version, safe.owners, safe.threshold],
    ],
    queryFn:
      safe && row
        ? async ({ client, signal }) => {
            await stay(glance, signal)
            const { checkRow } = await loadHeavyHalf()
            return checkRow(client, { place: { chain, address, safe }, ...row })
          }
        : skipToken,
    staleTime: 60_000,
    gcTime: 60_000,
    structuralSharing: false,
    placeholderData: (before) =>
      before?.status === 'checked' && before.hash === row?.hash
        ? before
        : undefined,
  })
  return { check: data, isFailed: isError && !data, error }
}

/** Who scrolls past asks for nothing. */
function stay(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, milliseconds)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      reject(signal.reason)
    })
  })
}
