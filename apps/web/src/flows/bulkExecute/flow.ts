import { defineAction } from '../machine/flow.js'
import { BulkExecute } from './BulkExecute.js'

/** Everything that has enough seals, from the next nonce on, in one go. */
export const bulkExecute = defineAction({
  id: 'bulk-execute',
  Action: BulkExecute,
})
