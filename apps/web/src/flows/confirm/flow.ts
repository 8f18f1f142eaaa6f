import { defineAction } from '../machine/flow.js'
import { Confirm } from './Confirm.js'

/** Sign or execute what waits: both begin with the same review. */
export const confirm = defineAction({
  id: 'confirm',
  Action: Confirm,
})
