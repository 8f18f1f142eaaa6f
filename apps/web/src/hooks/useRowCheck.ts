import type { TransactionSummary } from '@covault/api'
import { skipToken, useQuery } from '@tanstack/react-query'
import type { Hex } from 'viem'
import type { RowCheck } from '../understand/rows/rowCheck.js'
import type { OpenPlace } from '../understand/safe/safePlace.js'

/** Milliseconds that a row stays in view before it is looked into. */
const glance = 150

/** Undefined until it was checked. */
export function useRowCheck(
  { chain, address, safe }: OpenPlace,
  { id, executionInfo }: TransactionSummary,
): { check: RowCheck | undefined; isFailed: boolean } {
  const said =
    executionInfo?.type === 'MULTISIG'
      ? executionInfo.confirmationsSubmitted
      : undefined
  const { data, isError } = useQuery({
    queryKey: [
      'row',
      chain.chainId,
      address,
      id,
      // Whoever signs meanwhile makes it another question.
      said,
      safe && [safe.version, safe.owners, safe.threshold],
    ],
    queryFn: safe
      ? async ({ client, signal }) => {
          await stay(glance, signal)
          const { checkRow } = await import('../understand/rows/checkRow.js')
          return checkRow(client, { place: { chain, address, safe }, id })
        }
      : skipToken,
    enabled: said !== undefined,
    staleTime: 60_000,
    gcTime: 60_000,
    structuralSharing: false,
    placeholderData: (before) =>
      before?.status === 'checked' && before.judged.digest === toHash(id)
        ? before
        : undefined,
  })
  return { check: data, isFailed: isError && !data }
}

/** The id of what owners sign ends with its hash. */
function toHash(id: string): Hex {
  return id.split('_').at(-1) as Hex
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
