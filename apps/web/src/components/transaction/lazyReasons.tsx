import { lazy } from 'react'

/* What a page rests on is shown to those who ask for it. */

export const LazySignableReasons = lazy(async () => {
  const { SignableReasons } = await import('./SignableReasons.js')
  return { default: SignableReasons }
})

export const LazyDetailsReasons = lazy(async () => {
  const { DetailsReasons } = await import('./DetailsReasons.js')
  return { default: DetailsReasons }
})

export const LazyMessageDetailsReasons = lazy(async () => {
  const { MessageDetailsReasons } = await import('./DetailsReasons.js')
  return { default: MessageDetailsReasons }
})
