import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { gatewayTrouble } from '../queries/gateway.js'
import { livenessQuery } from '../queries/health.js'
import { refreshAfter } from '../queries/liveEvents.js'

/**
 * The first attempt of any call that finds nobody sends the probe at once;
 * when the probe gets through again, all that failed is asked for again.
 */
export function useGatewayWatch(): void {
  const queries = useQueryClient()
  const { isError, isSuccess } = useQuery(livenessQuery)
  const wasDown = useRef(false)
  useEffect(() => {
    const probe = () =>
      void queries.invalidateQueries(
        { queryKey: livenessQuery.queryKey },
        { cancelRefetch: false },
      )
    gatewayTrouble.addEventListener('unreachable', probe)
    return () => gatewayTrouble.removeEventListener('unreachable', probe)
  }, [queries])
  useEffect(() => {
    if (isSuccess && wasDown.current) {
      gatewayTrouble.dispatchEvent(new Event('over'))
      void refreshAfter(queries, { name: 'reset', chainId: null, safe: null })
    }
    wasDown.current = isError
  }, [isError, isSuccess, queries])
}
