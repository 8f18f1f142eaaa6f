import { lazy } from 'react'

/*
 * A form opens without what comes after it: the review brings the decoder and
 * the rules, the progress what follows an execution.
 */

export const LazyReview = lazy(async () => {
  const { Review } = await import('../review/Review.js')
  return { default: Review }
})

export const LazyMessageReview = lazy(async () => {
  const { MessageReview } = await import('../review/MessageReview.js')
  return { default: MessageReview }
})

export const LazyProgress = lazy(async () => {
  const { Progress } = await import('../progress/Progress.js')
  return { default: Progress }
})

/** Only what replaces or rejects something names a nonce. */
export const LazyTakenNonce = lazy(async () => {
  const { TakenNonce } = await import('./TakenNonce.js')
  return { default: TakenNonce }
})
