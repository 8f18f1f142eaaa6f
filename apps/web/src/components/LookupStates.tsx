import { GatewayReplyError } from '@covault/api'
import type { ReactNode } from 'react'
import { EmptyState } from '../ui/EmptyState.js'
import { FailedList } from './ListStates.js'

/** A link that leads to nothing, in words. */
export function Nothing({
  title,
  children,
}: {
  title: string
  children: ReactNode
}) {
  return (
    <EmptyState picture="0x0404" title={title}>
      {children}
    </EmptyState>
  )
}

/** One thing was asked for by its name: there is none, or no answer. */
export function FailedLookup({
  thing,
  error,
  onRetry,
  children,
}: {
  thing: 'message' | 'transaction'
  error: unknown
  onRetry: () => Promise<unknown>
  /** Why there may be none. */
  children: ReactNode
}) {
  const status = error instanceof GatewayReplyError ? error.status : undefined
  if (status === 404 || status === 400 || status === 422)
    return (
      <Nothing title={`This safe has no such ${thing}.`}>{children}</Nothing>
    )
  return (
    <FailedList
      title={`The ${thing} could not be loaded.`}
      error={error}
      onRetry={onRetry}
    >
      It is kept by the gateway and comes back with it.
    </FailedList>
  )
}
