import { lazy } from 'react'

/** The decoder comes when somebody looks inside. */
export const Details = lazy(loadDetails)

/** A message's come in the same file. */
export const MessageParts = lazy(async () => {
  const { MessageDetails } = await loadBoth()
  return { default: MessageDetails }
})

export async function loadDetails() {
  const { TransactionDetails } = await loadBoth()
  return { default: TransactionDetails }
}

function loadBoth() {
  return import('./TransactionDetails.js')
}
