import type { ReactNode } from 'react'
import { LoadingRows } from '../../components/ListStates.js'
import { EmptyState } from '../../ui/EmptyState.js'
import { RetryButton } from '../../ui/RetryButton.js'
import { describeError } from '../../words/errors.js'
import { SilentChainError, UnansweredError } from './judgeCarried.js'

/**
 * What was brought, once it is computed; or why it can’t be. What is wrong with
 * a file stays wrong however often it is read.
 */
export function BroughtStates<Data>({
  query: { data, error, refetch },
  offline,
  children,
}: {
  query: {
    data: Data | undefined
    error: Error | null
    refetch: () => Promise<unknown>
  }
  /** Where no network answers who could say more. */
  offline?: ReactNode
  children: (data: Data) => ReactNode
}) {
  if (data !== undefined) return children(data)
  if (error instanceof SilentChainError && offline) return offline
  if (error)
    return (
      <EmptyState
        picture="failed"
        title="This can’t be imported."
        actions={
          error instanceof UnansweredError && <RetryButton onRetry={refetch} />
        }
      >
        {describeError(error)}
      </EmptyState>
    )
  return <LoadingRows count={3} />
}
