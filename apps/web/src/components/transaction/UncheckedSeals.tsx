import { Remark } from '../../ui/Remark.js'
import { RetryButton } from '../../ui/RetryButton.js'
import { describeError } from '../../words/errors.js'

/** The chain did not answer: nothing is said of the signatures. */
export function UncheckedSeals({
  error,
  onRetry,
}: {
  error: unknown
  onRetry: () => Promise<unknown>
}) {
  return (
    <>
      <Remark kind="warn" role="alert">
        Can’t check the signatures: {describeError(error)}
      </Remark>
      <RetryButton size="xs" onRetry={onRetry} />
    </>
  )
}
