import { defineAction } from '../machine/flow.js'
import { AppCalls } from './AppCalls.js'

/** Calls that an app in a frame of ours asks for. */
export const appRequest = defineAction({
  id: 'app-request',
  Action: AppCalls,
})
