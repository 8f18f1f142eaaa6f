import { defineAction } from '../machine/flow.js'
import { DeleteTransaction } from './DeleteTransaction.js'

/** Takes what one has proposed out of the gateway's queue. */
export const deleteTransaction = defineAction({
  id: 'delete',
  Action: DeleteTransaction,
})
