import type { ComponentProps } from 'react'
import { Progress } from '../progress/Progress.js'
import { Steps } from './Steps.js'

/** What came of a review that had no form before it. */
export function EndedReview(props: ComponentProps<typeof Progress>) {
  return (
    <>
      <Steps at="progress" from="review" />
      <Progress {...props} />
    </>
  )
}
