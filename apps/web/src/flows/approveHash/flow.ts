import * as z from 'zod/mini'
import { defineCallFlow } from '../machine/flow.js'
import { BackToApproved } from './BackToApproved.js'
import { buildApproval, findApp } from './buildApproval.js'

/**
 * Signs a transaction of another safe as this safe, which owns it: the chain
 * is told by a transaction of this safe's own. Which one is in the link.
 */
export const approveHash = defineCallFlow({
  id: 'approve-hash',
  schema: z.object({ id: z.string() }),
  initial: (_place, { id = '' }) => ({ id }),
  build: buildApproval,
  findApp,
  Next: BackToApproved,
})
