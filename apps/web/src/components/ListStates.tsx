import { isUnanswered, NoGatewayError } from '@covault/api'
import type { ReactNode } from 'react'
import { useGatewayState } from '../hooks/useGatewayState.js'
import { EmptyState } from '../ui/EmptyState.js'
import { RetryButton } from '../ui/RetryButton.js'
import { SkeletonBar } from '../ui/SkeletonBar.js'
import { describeError } from '../words/errors.js'
import { missing } from '../words/outages.js'
import classes from './ListStates.module.css'

/** A list of the gateway's while nothing is known of it. */
export function LoadingRows({ count = 4 }: { count?: number }) {
  return (
    <div role="status" aria-label="Loading">
      {Array.from({ length: count }, (_, row) => row).map((row) => (
        <div key={row} className={classes.row}>
          <SkeletonBar width={32} />
          <SkeletonBar width={180 + ((row * 53) % 120)} />
          <SkeletonBar width={88} />
        </div>
      ))}
    </div>
  )
}

/** A list of the gateway's that is not there: on its way, or it failed. */
export function PendingList({
  count,
  error,
  ...failed
}: {
  /** How many rows are on their way, as far as one can guess. */
  count?: number
  title: string
  error: unknown
  onRetry: () => Promise<unknown>
  children: ReactNode
}) {
  if (error) return <FailedList error={error} {...failed} />
  return <LoadingRows {...(count && { count })} />
}

/** More of a list could not be had; what is there stays. */
export function FailedMore({
  onRetry,
  children,
}: {
  onRetry: () => Promise<unknown>
  children: ReactNode
}) {
  return (
    <div className={classes.more} role="alert">
      {children} <RetryButton size="xs" onRetry={onRetry} />
    </div>
  )
}

/** The list could not be had; the frame of the page stays. */
export function FailedList({
  title,
  error,
  onRetry,
  children,
}: {
  title: string
  error: unknown
  onRetry: () => Promise<unknown>
  children: ReactNode
}) {
  const isGatewayAway = useGatewayState() === 'away'
  // Nothing went wrong, and asking again would not help.
  if (error instanceof NoGatewayError)
    return (
      <EmptyState picture="0x0404" title="Needs a gateway">
        {missing.list}
      </EmptyState>
    )
  // The banner says why, and asks again.
  if (isGatewayAway && isUnanswered(error))
    return (
      <EmptyState picture="failed" title={title}>
        {children}
      </EmptyState>
    )
  return (
    <EmptyState
      picture="failed"
      title={title}
      facts={[{ name: 'Reason', value: describeError(error) }]}
      actions={<RetryButton onRetry={onRetry} />}
    >
      {children}
    </EmptyState>
  )
}
