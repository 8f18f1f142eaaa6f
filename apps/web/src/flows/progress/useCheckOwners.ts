import { skipToken, useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useAppConfig } from '../../hooks/useAppConfig.js'
import { pollInterval } from '../../lib/timing.js'
import { isAlone } from '../../queries/gateway.js'
import { safeQuery } from '../../trust/safe.js'
import { hashKept, settleUnchecked } from '../act/kept.js'
import type { Kept } from '../act/keptWork.js'

/**
 * Whoever signed elsewhere and came without a network may be no owner: the chain
 * is asked once it answers, and what owners signed is submitted then.
 */
export function useCheckOwners(kept: Kept, submit: () => void): void {
  const { chainId, safe, signatures } = kept.value
  const { chains } = useAppConfig()
  const chain = chains.find((one) => one.chainId === chainId)
  const unchecked = signatures.filter((one) => one.isUnchecked)
  const signers = unchecked.map(({ signer }) => signer)
  useQuery({
    queryKey: ['owners', kept.kind, hashKept(kept), signers],
    queryFn:
      chain && signers.length > 0
        ? async ({ client: queries }) => {
            const reading = await queries.fetchQuery({
              ...safeQuery(chain, safe),
              staleTime: 0,
            })
            if (reading.status !== 'safe') return false
            await settleUnchecked(kept, reading.safe.owners)
            return true
          }
        : skipToken,
    refetchInterval: ({ state: { data } }) => data !== true && pollInterval,
  })
  const before = useRef(signers.length)
  const isMeant = !isAlone && !signatures.some((one) => one.isLate)
  useEffect(() => {
    const isSettled = signers.length < before.current
    before.current = signers.length
    if (isSettled && isMeant) submit()
  }, [signers.length, isMeant, submit])
}
