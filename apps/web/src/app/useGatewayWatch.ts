import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { pollInterval } from '../lib/timing.js'
import { gatewayTrouble } from '../queries/gateway.js'
import { livenessQuery } from '../queries/health.js'
import { refreshAfter } from '../queries/liveEvents.js'
import { liveStateQuery } from '../queries/liveState.js'

/** A stream that is open shows by itself that the gateway is there, until one hangs. */
const quietInterval = 15_000

/**
 * The first attempt of any call that finds nobody, the stream's among them,
 * sends the probe at once; when the probe gets through again, all that failed
 * is asked for again.
 */
export function useGatewayWatch(): void {
  const queries = useQueryClient()
  const { data: live } = useQuery(liveStateQuery)
  const { isError, isSuccess } = useQuery({
    ...livenessQuery,
    refetchInterval: ({ state }) =>
      live === 'live' && state.status === 'success'
        ? quietInterval
        : pollInterval,
  })
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
