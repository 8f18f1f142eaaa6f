import { type ComponentProps, type ReactNode, useState } from 'react'
import { LoadingRows } from '../../components/ListStates.js'
import { FailedLookup } from '../../components/LookupStates.js'
import type { Outcome } from '../act/outcome.js'
import { EndedReview } from '../machine/EndedReview.js'
import type { ActionProps } from '../machine/flow.js'

/** What the gateway has, or why there is nothing to sign. */
type Lookup<Answer> = {
  data: Answer | undefined
  error: unknown
  refetch: () => Promise<unknown>
}

/** The review of something that the gateway has, then what came of it. */
export function Confirm<Answer>({
  place,
  thing,
  lookup: { data, error, refetch },
  absent,
  known,
  onClose,
  review,
}: Pick<ActionProps, 'place' | 'onClose'> & {
  thing: ComponentProps<typeof FailedLookup>['thing']
  lookup: Lookup<Answer>
  /** Why there may be none. */
  absent: string
  /** What came of it before it was opened, or while it was. */
  known?: Outcome | undefined
  review: (answer: Answer, onDone: (outcome: Outcome) => void) => ReactNode
}) {
  const [outcome, setOutcome] = useState<Outcome>()
  // Followed to its end here, also when it is not pending any more.
  if (known && !outcome) setOutcome(known)
  if (outcome)
    return <EndedReview place={place} outcome={outcome} onClose={onClose} />
  if (!data && error)
    return (
      <FailedLookup thing={thing} error={error} onRetry={refetch}>
        {absent}
      </FailedLookup>
    )
  if (!data) return <LoadingRows count={4} />
  return review(data, setOutcome)
}
