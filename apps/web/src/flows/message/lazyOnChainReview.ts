import { lazy } from 'react'

/** The transaction's review comes for those who sign on chain. */
export const LazyOnChainReview = lazy(async () => {
  const { OnChainReview } = await import('./OnChainReview.js')
  return { default: OnChainReview }
})
