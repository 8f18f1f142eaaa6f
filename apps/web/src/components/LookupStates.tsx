import { GatewayReplyError } from '@covault/api'
import type { ReactNode } from 'react'
import { EmptyState } from '../ui/EmptyState.js'
import { FailedList } from './ListStates.js'

/** A link that leads to nothing, in words. */
export function Nothing({
  title,
  actions,
  children,
}: {
  title: string
  actions?: ReactNode
  children: ReactNode
}) {
  return (
    <EmptyState picture="0x0404" title={title} actions={actions}>
      {children}
    </EmptyState>
  )
}

/** One thing was asked for by its name: there is none, or no answer. */
export function FailedLookup({
  thing,
  error,
  onRetry,
  actions,
  children,
}: {
  thing: 'message' | 'transaction'
  error: unknown
  onRetry: () => Promise<unknown>
  /** Where else to look, if there is none. */
  actions?: ReactNode
  /** Why there may be none. */
  children: ReactNode
}) {
  const status = error instanceof GatewayReplyError ? error.status : undefined
  if (status === 404 || status === 400 || status === 422)
    return (
      <Nothing title={`The ${thing} wasn’t found.`} actions={actions}>
        {children}
      </Nothing>
    )
  return (
    <FailedList
      title={`Can’t load the ${thing}.`}
      error={error}
      onRetry={onRetry}
    >
      The {thing} appears once the gateway answers.
    </FailedList>
  )
}
