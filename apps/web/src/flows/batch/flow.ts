import * as z from 'zod/mini'
import { defineCallFlow } from '../machine/flow.js'
import { BatchForm } from './BatchForm.js'
import { readBatchedCalls } from './readBatchedCalls.js'
import { startReplacement } from './startReplacement.js'

export const batch = defineCallFlow({
  id: 'batch',
  // The calls lie in a record of their own, which all tabs share.
  schema: z.object({}),
  initial: () => ({}),
  Form: BatchForm,
  build: (_, { chain, address }) =>
    readBatchedCalls({ chainId: chain.chainId, address }),
  readCalls: async (calls, { chain, address }, { nonce = '' }) => {
    await startReplacement(
      { chainId: chain.chainId, address },
      { calls, nonce },
    )
    return {}
  },
  isBatch: true,
})
