import { defineAction } from '../machine/flow.js'
import { ConfirmMessage } from './ConfirmMessage.js'

/** Sign a message that another owner proposed. */
export const confirmMessage = defineAction({
  id: 'confirm-message',
  Action: ConfirmMessage,
})
