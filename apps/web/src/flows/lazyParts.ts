import { lazy } from 'react'

/*
 * A form opens without what comes after it: the review brings the decoder and
 * the rules, the progress what follows an execution.
 */

export const LazyReview = lazy(async () => {
  const { Review } = await import('./review/Review.js')
  return { default: Review }
})

export const LazyProgress = lazy(async () => {
  const { Progress } = await import('./Progress.js')
  return { default: Progress }
})

export const LazyCallFlowRun = lazy(async () => {
  const { CallFlowRun } = await import('./CallFlowRun.js')
  return { default: CallFlowRun }
})
