import { useMemo } from 'react'
import type { FlowReviewProps } from '../machine/flow.js'
import type { MessageInput } from './input.js'
import { OffChainReview } from './OffChainReview.js'
import { OnChainReview } from './OnChainReview.js'
import { readContent } from './readContent.js'

/** What was written, reviewed as it is signed: off chain, or by a call. */
export function WrittenReview({
  place,
  input: { kind, text, typedData, way },
  calls: [call],
  ...review
}: FlowReviewProps<MessageInput>) {
  const { chain } = place
  const content = useMemo(
    () => readContent({ kind, text, typedData, way }, { chain }),
    [kind, text, typedData, way, chain],
  )
  if (!call)
    return (
      <OffChainReview
        place={place}
        content={content}
        backTitle="Back"
        onBack={review.onBack}
        onDone={review.onDone}
      />
    )
  return (
    <OnChainReview place={place} content={content} call={call} {...review} />
  )
}
