import { lazy } from 'react'

/** The decoder comes when somebody looks inside. */
export const Details = lazy(loadDetails)

export async function loadDetails() {
  const { TransactionDetails } = await import('./TransactionDetails.js')
  return { default: TransactionDetails }
}
