import * as z from 'zod/mini'
import { defineCallFlow } from '../machine/flow.js'
import { BackToApproved } from './BackToApproved.js'

/**
 * Signs a transaction of another safe as this safe, which owns it: the chain
 * is told by a transaction of this safe's own. Which one is in the link.
 */
export const approveHash = defineCallFlow({
  id: 'approve-hash',
  schema: z.object({ id: z.string() }),
  initial: (_place, { id = '' }) => ({ id }),
  // There is no form: what builds it comes after the flow has opened.
  build: async (input, snapshot) => {
    const { buildApproval } = await import('./buildApproval.js')
    return buildApproval(input, snapshot)
  },
  findApp: async (input, snapshot) => {
    const { findApp } = await import('./buildApproval.js')
    return findApp(input, snapshot)
  },
  Next: BackToApproved,
})
