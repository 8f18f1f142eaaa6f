import { lazy } from 'react'

/* What a page rests on is shown to those who ask for it. */

export const LazyTransactionReasons = lazy(async () => {
  const { TransactionReasons } = await import('./TransactionReasons.js')
  return { default: TransactionReasons }
})

export const LazyMessageReasons = lazy(async () => {
  const { MessageReasons } = await import('./MessageReasons.js')
  return { default: MessageReasons }
})

export const LazyDetailsReasons = lazy(async () => {
  const { DetailsReasons } = await import('./DetailsReasons.js')
  return { default: DetailsReasons }
})

export const LazyMessageDetailsReasons = lazy(async () => {
  const { MessageDetailsReasons } = await import('./MessageDetailsReasons.js')
  return { default: MessageDetailsReasons }
})
