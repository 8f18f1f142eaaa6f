import * as z from 'zod/mini'
import { defineCallFlow } from '../machine/flow.js'
import { BatchForm } from './BatchForm.js'
import { readBatchedCalls } from './readBatchedCalls.js'

export const batch = defineCallFlow({
  id: 'batch',
  // The calls lie in a record of their own, which all tabs share.
  schema: z.object({}),
  initial: () => ({}),
  Form: BatchForm,
  build: (_, { chain, address }) =>
    readBatchedCalls({ chainId: chain.chainId, address }),
  isBatch: true,
})
