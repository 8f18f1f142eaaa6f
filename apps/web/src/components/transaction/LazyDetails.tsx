import { latePart } from '../../ui/latePart.js'

/** The decoder comes when somebody looks inside. */
export const Details = latePart(loadDetails)

/** A message's come in the same file. */
export const MessageParts = latePart(async () => {
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
