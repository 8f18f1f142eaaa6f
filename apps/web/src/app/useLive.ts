import { getAppConfig, type LiveEvent, type SafeReference } from '@covault/api'
import {
  type QueryClient,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useSafeScope } from '../hooks/scope.js'
import { useAppConfig } from '../hooks/useAppConfig.js'
import { knownSafes } from '../preferences/knownSafes.js'
import { usePreference } from '../preferences/preference.js'
import { appConfigQuery } from '../queries/appConfig.js'
import { gateway, reportTrouble } from '../queries/gateway.js'
import { readAbout } from '../queries/gatewayKey.js'
import { livenessQuery } from '../queries/health.js'
import { type Live, startLive } from '../queries/live.js'
import { refreshAfter, refreshRead } from '../queries/liveEvents.js'
import { fallbackInterval, liveStateQuery } from '../queries/liveState.js'
import { ownedSafesQuery } from '../queries/owners.js'
import { accountQuery } from '../wallet/account.js'

/** Changes often come in company; they are looked at together. */
const gatherFor = 50

/**
 * Keeps the lists of these safes up to date, pushed or by asking. Where the
 * stream goes on from came with the configuration, so that what changed until the
 * page stood is told as well.
 */
export function useLive(safes: readonly SafeReference[]): void {
  const queries = useQueryClient()
  const live = useRef<Live>(undefined)
  useEffect(() => {
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
  }, [queries])
  const wanted = JSON.stringify(safes)
  useEffect(() => live.current?.want(JSON.parse(wanted)), [wanted])
}

/** The safe of the page, and all of anyone who reads. */
export function useFollowedSafes(): SafeReference[] {
  const config = useAppConfig()
  const scope = useSafeScope()
  const known = usePreference(knownSafes)
  const { data: account } = useQuery(accountQuery)
  const { data: owned = [] } = useQuery(ownedSafesQuery(account))
  const first = scope
    ? [{ chainId: scope.chain.chainId, address: scope.address }]
    : (config.demo?.safes ?? [])
  return [...first, ...known, ...owned].map(({ chainId, address }) => ({
    chainId,
    address,
  }))
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
