import { defineAction } from '../machine/flow.js'
import { ConfirmMessage } from './ConfirmMessage.js'
import { ConfirmTransaction } from './ConfirmTransaction.js'

/** Sign or execute what waits: both begin with the same review. */
export const confirm = defineAction({
  id: 'confirm',
  Action: ConfirmTransaction,
})

/** Sign a message that another owner proposed. */
export const confirmMessage = defineAction({
  id: 'confirm-message',
  Action: ConfirmMessage,
})
