import { defineAction } from '../machine/flow.js'
import { AppMessage } from './AppMessage.js'

/** A message that an app in a frame of ours asks to have signed. */
export const appMessage = defineAction({
  id: 'app-message',
  Action: AppMessage,
})
