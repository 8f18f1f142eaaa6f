import { defineAction } from '../machine/flow.js'
import { ComposeMessage } from './ComposeMessage.js'

/** A text or typed data that the owners sign together. */
export const message = defineAction({
  id: 'message',
  title: 'New message',
  Action: ComposeMessage,
})
