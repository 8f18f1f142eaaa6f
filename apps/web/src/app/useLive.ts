import { getAppConfig, type LiveEvent, type SafeReference } from '@covault/api'
import {
  type QueryClient,
  queryOptions,
  skipToken,
  useQueryClient,
} from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { appConfigQuery } from '../queries/appConfig.js'
import { gateway, reportTrouble } from '../queries/gateway.js'
import { readAbout } from '../queries/gatewayKey.js'
import { livenessQuery } from '../queries/health.js'
import { type Live, type LiveState, startLive } from '../queries/live.js'
import { refreshAfter, refreshRead } from '../queries/liveEvents.js'

/** How the tab hears of changes; written by the hook below, never fetched. */
export const liveStateQuery = queryOptions<LiveState>({
  queryKey: ['live'],
  queryFn: skipToken,
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
})

/** Changes often come in company; they are looked at together. */
const gatherFor = 50

/** While nothing is pushed, everything is asked for this often. */
export const fallbackInterval = 10_000

/**
 * Keeps the lists of these safes up to date, pushed or by asking. It begins when
 * it is time; where the stream goes on from came with the configuration, so what
 * changed until then is told as well.
 */
export function useLive(safes: readonly SafeReference[], isTime: boolean): void {
  const queries = useQueryClient()
  const live = useRef<Live>(undefined)
  useEffect(() => {
    if (!isTime) return
    const gather = createGathering(queries)
    live.current = startLive(gateway, {
      after: queries.getQueryData(appConfigQuery.queryKey)?.livePosition,
      onEvent: (event, { isFirst }) => {
        gather(event)
        if (isFirst) void tellNews(queries, event)
      },
      onBeginning: () => void refreshRead(queries),
      onState: (state) => queries.setQueryData(liveStateQuery.queryKey, state),
      onFailure: reportTrouble,
    })
    const timer = setInterval(() => pollInstead(queries), fallbackInterval)
    return () => {
      clearInterval(timer)
      live.current?.stop()
    }
  }, [queries, isTime])
  const wanted = JSON.stringify(safes)
  useEffect(() => {
    if (isTime) live.current?.want(JSON.parse(wanted))
  }, [wanted, isTime])
}

/** Comes with the first event; the lists are right without it. */
async function tellNews(queries: QueryClient, event: LiveEvent): Promise<void> {
  try {
    const { announce } = await import('./announce.js')
    await announce(queries, event)
  } catch (error) {
    reportTrouble(error)
  }
}

function createGathering(queries: QueryClient): (event: LiveEvent) => void {
  let gathered: LiveEvent[] = []
  const flush = () => {
    const events = gathered
    gathered = []
    void refreshAfter(queries, ...events)
  }
  return (event) => {
    if (gathered.length === 0) setTimeout(flush, gatherFor)
    gathered.push(event)
  }
}

function pollInstead(queries: QueryClient): void {
  if (queries.getQueryData(liveStateQuery.queryKey) !== 'polling') return
  // Nobody answers: the probe alone goes on asking.
  if (queries.getQueryState(livenessQuery.queryKey)?.status === 'error') return
  void queries.invalidateQueries({
    predicate: ({ queryKey }) => {
      const about = readAbout(queryKey)
      // A newer app is asked for at its own pace.
      return about !== undefined && about.path !== getAppConfig.path
    },
  })
}
