import * as z from 'zod/mini'
import { defineCallFlow } from '../machine/flow.js'

/**
 * Uses up a nonce so that nothing else at it can run: an empty call of the
 * safe to itself. Which nonce is in the link, and the machine takes it.
 */
export const reject = defineCallFlow({
  id: 'reject',
  schema: z.object({}),
  initial: () => ({}),
  build: async (_input, { address }) => [
    { to: address, value: 0n, data: '0x', operation: 0 },
  ],
})
