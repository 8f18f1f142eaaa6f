import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { usePreference } from '../../preferences/preference.js'
import { livenessQuery } from '../../queries/health.js'
import { rememberedSession } from '../../wallet/rememberedSession.js'
import type { Kept } from '../act/keptWork.js'

type KeptValue = Kept['value']

/** A signature is on its way for that long; then something must be wrong. */
const underWayTime = 30_000

/**
 * By itself after every outage, and when it has been lying for a while. Not
 * what came late: whether it is still meant is for its owner to say. Nor what
 * the gateway has refused for good.
 */
export function useSubmitWhenBack(kept: KeptValue, submit: () => void): void {
  const { failedAt, passesWith, signatures } = kept
  const isMeant = !isRefused(kept) && !signatures.some((one) => one.isLate)
  const { isSuccess, isError } = useQuery(livenessQuery)
  const isWaiting = useRef(
    failedAt === undefined
      ? isStranded(kept)
      : Date.now() - failedAt > underWayTime,
  )
  usePassing(isMeant ? kept : undefined, submit)
  useEffect(() => {
    if (!isMeant || passesWith !== undefined) return
    if (isError) isWaiting.current = true
    if (!isSuccess || !isWaiting.current) return
    isWaiting.current = false
    submit()
  }, [isSuccess, isError, isMeant, passesWith, submit])
}

/**
 * What the gateway would not take at that moment is sent again at its pace,
 * and at once when somebody signs in.
 */
function usePassing(kept: KeptValue | undefined, submit: () => void): void {
  const passesWith = kept?.passesWith
  const dueAt = kept && passesWith && findDue(kept)
  useEffect(() => {
    if (dueAt === undefined) return
    const timer = setTimeout(submit, Math.max(0, dueAt - Date.now()))
    return () => clearTimeout(timer)
  }, [dueAt, submit])
  const until = usePreference(rememberedSession)?.expiresAt
  const before = useRef(until)
  useEffect(() => {
    const hasSignedIn = until !== undefined && until !== before.current
    before.current = until
    if (hasSignedIn && passesWith === 'signIn') submit()
  }, [until, passesWith, submit])
}

/** Milliseconds; the longer it has been lying, the rarer. */
const longestPause = 600_000

function findDue({ at, failedAt = at }: KeptValue): number {
  const pause = Math.max(failedAt - at, underWayTime)
  return failedAt + Math.min(pause, longestPause)
}

/** Anyone who was submitting it has gone: it is older than this very page. */
export function isStranded({ at }: KeptValue): boolean {
  return at < performance.timeOrigin || Date.now() - at > underWayTime
}

/** For good: it would be refused again. */
function isRefused({ refusal, passesWith }: KeptValue): boolean {
  return refusal !== undefined && passesWith === undefined
}
