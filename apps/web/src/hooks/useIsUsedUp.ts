import { getNonceState } from '@covault/protocol'
import { useQueries } from '@tanstack/react-query'
import type { LocalKind, LocalKinds } from '../preferences/localQueue.js'
import { safeQuery } from '../trust/safe.js'
import { useAppConfig } from './useAppConfig.js'

type Kept = {
  [Kind in LocalKind]: { kind: Kind; value: LocalKinds[Kind] }
}[LocalKind]

/**
 * Which of these nothing can be done about: the nonce of their safe has moved
 * past theirs. A safe that was not read has used none.
 */
export function useIsUsedUp(
  records: readonly Kept[],
): (record: Kept) => boolean {
  const { chains } = useAppConfig()
  const safes = new Map(
    records.flatMap(({ kind, value: { chainId, safe } }) => {
      const chain = chains.find((one) => one.chainId === chainId)
      return chain && kind === 'transaction'
        ? [[`${chainId}:${safe}`, { chain, safe }] as const]
        : []
    }),
  )
  const readings = useQueries({
    queries: [...safes.values()].map(({ chain, safe }) => ({
      ...safeQuery(chain, safe),
      // The page of a safe, and every event of it, read it again.
      refetchInterval: false as const,
      staleTime: longest,
    })),
  })
  const names = [...safes.keys()]
  return ({ kind, value }) => {
    if (kind !== 'transaction') return false
    const { chainId, safe, transaction } = value
    const reading = readings[names.indexOf(`${chainId}:${safe}`)]?.data
    if (reading?.status !== 'safe') return false
    const { nonce: current } = reading.safe
    return getNonceState({ current, nonce: transaction.nonce }) === 'used'
  }
}

/** Milliseconds, where nobody tells of changes. */
const longest = 60_000
